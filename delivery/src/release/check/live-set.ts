import type { Release } from '@solvent/federation/manifest';
import { openChannel, readPlannedReleases, createPlan, runningReleases } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';

/** The live versions of a channel, which a candidate is checked against. */
export interface LiveSet {
  revision: number;
  shell: Release;
  /** Live remotes and canaries. */
  remotes: Release[];
}

/** Reads the live versions. @returns undefined before the first deployment */
export async function readLiveSet(store: ReleaseStore, channel: string): Promise<LiveSet | undefined> {
  const newest = await openChannel(store, channel).newest();
  if (!newest) return undefined;
  const releases = await readPlannedReleases(store, createPlan(channel, newest.document));
  const [shell = releases.shell.live, ...remotes] = runningReleases(releases);
  return { revision: newest.document.revision, shell, remotes };
}
