import type { Release } from '@solvent/federation/manifest';
import { openChannel, readPlannedReleases, createPlan, runningReleases } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';

/** The set that a candidate is checked against: the channel as it is now, not the repository. */
export interface LiveSet {
  revision: number;
  shell: Release;
  /** Live remotes and canaries. */
  remotes: Release[];
}

/** Undefined before anything is live: then there is nothing to disagree with. */
export async function liveSet(store: ReleaseStore, channel: string): Promise<LiveSet | undefined> {
  const newest = await openChannel(store, channel).newest();
  if (!newest) return undefined;
  const releases = await readPlannedReleases(store, createPlan(channel, newest.document));
  const [shell = releases.shell.live, ...remotes] = runningReleases(releases);
  return { revision: newest.document.revision, shell, remotes };
}
