import type { ChannelDocument, Release, RemoteBuild, RemoteJson, RemotePin } from '@solvent/federation/manifest';
import { DeliveryError } from './delivery-error.ts';
import { publishedPart } from './page-part.ts';
import type { PagePart } from './page-part.ts';
import { renderPages } from './render-pages.ts';
import type { Plan } from './plan.ts';
import type { PlannedPart, PlannedReleases } from './planned-releases.ts';

/** The document that pins what is planned. @param revision its number */
export function documentOf(plan: Plan, { shell, remotes }: PlannedReleases, revision: number): ChannelDocument {
  const { version, shell: description } = shell.live;
  const previous = plan.parts.get('shell')?.previous;
  return {
    channel: plan.channel,
    revision,
    shell: { version, paths: description?.paths ?? [], ...(previous === undefined ? {} : { previous }) },
    remotes: remotes.map(remotePin),
    toolboxOpen: plan.toolboxOpen,
    overrides: plan.overrides,
    ...(plan.retired.length === 0 ? {} : { retired: [...plan.retired] }),
  };
}

const remotePin = ({ live, previous, candidate }: PlannedPart): RemotePin => ({
  ...buildOf(live),
  previous: previous && buildOf(previous),
  candidate: candidate && { ...buildOf(candidate.release), percent: candidate.percent },
});

function buildOf(release: Release): RemoteBuild {
  const { name, version, remote } = release;
  if (!remote) throw new DeliveryError(`${name}@${version} is no remote: only the shell and remotes can be promoted.`);
  return pinOf(remote, publishedPart(release));
}

/** How a channel names a remote's entry. */
export function pinOf(remote: RemoteJson, { build, url, integrity }: PagePart): RemoteBuild {
  return { ...remote, entry: url(build.entry), integrity: integrity(build.entry) ?? '' };
}

/** The pages of a document. They hint the files of live versions, which most browsers run. */
export const pagesOf = (document: ChannelDocument, { shell, remotes }: PlannedReleases): Map<string, string> =>
  renderPages(
    document,
    publishedPart(shell.live),
    remotes.map(({ live }) => publishedPart(live)),
  );
