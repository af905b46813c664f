import type { ChannelDocument, Release, RemoteBuild, RemoteJson, RemotePin } from '@solvent/federation/manifest';
import { DeliveryError } from './delivery-error.ts';
import { createPageBuild } from './page-part.ts';
import type { PageBuild } from './page-part.ts';
import { renderPages } from './render-pages.ts';
import type { Plan } from './plan.ts';
import type { PlannedPart, PlannedReleases } from './planned-releases.ts';

/** Returns the document that pins a plan's releases. */
export function createDocument(plan: Plan, { shell, remotes }: PlannedReleases, revision: number): ChannelDocument {
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
  ...buildFor(live),
  previous: previous && buildFor(previous),
  candidate: candidate && { ...buildFor(candidate.release), percent: candidate.percent },
});

function buildFor(release: Release): RemoteBuild {
  const { name, version, remote } = release;
  if (!remote) throw new DeliveryError(`${name}@${version} is no remote: only the shell and remotes can be promoted.`);
  return createBuild(remote, createPageBuild(release));
}

/** Returns the pin of a remote's build. */
export function createBuild(remote: RemoteJson, { build, url, integrity }: PageBuild): RemoteBuild {
  return { ...remote, entry: url(build.entry), integrity: integrity(build.entry) ?? '' };
}

/** Renders the document's pages, with preload hints for live versions. */
export const createPages = (document: ChannelDocument, { shell, remotes }: PlannedReleases): Map<string, string> =>
  renderPages(
    document,
    createPageBuild(shell.live),
    remotes.map(({ live }) => createPageBuild(live)),
  );
