import { openChannel } from '@solvent/delivery/releases';
import type { ReleaseStore } from '@solvent/delivery/releases';
import type { ChannelDocument, Revision } from '@solvent/federation/manifest';

/** Pages that are open may be as old as this many changes: what they tell is believed, too. */
const REVISIONS = 20;

/** A candidate that some browsers run. */
export interface RunningCandidate {
  name: string;
  version: string;
  percent: number;
  /** What the other browsers run. */
  live: string;
  /** When it began to run. */
  since: Date;
  /** The revision that began it. */
  from: number;
}

/** What a channel has pages run. */
export interface LiveVersions {
  /** Whether a page that was made of a revision may run a version. */
  knows: (revision: number, name: string, version: string) => boolean;
  candidates: RunningCandidate[];
}

/** Reads what the channel says now, and remembers it until the channel says something else. @param channel its name */
export function liveVersions(store: ReleaseStore, channel: string): () => Promise<LiveVersions> {
  const { current, history, lastNumber } = openChannel(store, channel);
  /** A pointer that was edited by hand names nothing, and pages run what was live before. */
  const newest = async (revision: number) => (revision === 0 ? lastNumber() : revision);
  let known: { revision: number; versions: LiveVersions } | undefined;
  return async () => {
    const revision = await current();
    if (known?.revision !== revision)
      known = { revision, versions: versionsOf(await history(await newest(revision), REVISIONS)) };
    return known.versions;
  };
}

/** @param revisions newest first */
function versionsOf(revisions: readonly Revision[]): LiveVersions {
  const titles = new Map(revisions.map(({ document }) => [document.revision, new Set(titlesOf(document))]));
  return {
    knows: (revision, name, version) => titles.get(revision)?.has(`${name}@${version}`) ?? false,
    candidates: candidatesOf(revisions),
  };
}

const titlesOf = ({ shell, remotes }: ChannelDocument): string[] => [
  `shell@${shell.version}`,
  ...remotes.flatMap(({ name, version, previous, candidate }) =>
    [version, previous?.version, candidate?.percent === 0 ? undefined : candidate?.version]
      .filter((one) => one !== undefined)
      .map((one) => `${name}@${one}`),
  ),
];

function candidatesOf(revisions: readonly Revision[]): RunningCandidate[] {
  const [newest] = revisions;
  return (newest?.document.remotes ?? []).flatMap(({ name, version: live, candidate }) => {
    if (!candidate || candidate.percent === 0) return [];
    const { version, percent } = candidate;
    const ran = revisions.findIndex(({ document }) => !runs(document, name, version));
    const first = revisions.at(ran === -1 ? -1 : ran - 1);
    return first ? [{ name, version, percent, live, since: new Date(first.at), from: first.document.revision }] : [];
  });
}

const runs = ({ remotes }: ChannelDocument, name: string, version: string): boolean =>
  remotes.some((remote) => remote.name === name && remote.candidate?.version === version && remote.candidate.percent > 0);
