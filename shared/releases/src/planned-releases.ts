import type { Release } from '@solvent/federation/manifest';
import { shellConflicts } from './conflicts.ts';
import { DeliveryError } from './delivery-error.ts';
import { findRelease, getRelease } from './release-store.ts';
import type { ReleaseStore } from './release-store.ts';
import type { PinnedVersions, Plan } from './plan.ts';

export interface PlannedPart {
  live: Release;
  previous: Release | undefined;
  candidate: { release: Release; percent: number } | undefined;
}

/** Releases of a plan; remotes sorted by name. */
export interface PlannedReleases {
  shell: PlannedPart;
  remotes: PlannedPart[];
}

/** Reads the releases of a plan. @throws DeliveryError if one is not published */
export async function readPlannedReleases(store: ReleaseStore, { parts }: Plan): Promise<PlannedReleases> {
  const { shell, ...remotes } = Object.fromEntries(parts);
  if (!shell) throw new DeliveryError('The channel has no shell yet: promote one first, or use "pnpm delivery deploy".');
  const named = Object.entries(remotes).toSorted(([one], [other]) => one.localeCompare(other));
  const [first, ...others] = await Promise.all([
    readPart(store, 'shell', shell),
    ...named.map(([name, part]) => readPart(store, name, part)),
  ]);
  return { shell: first, remotes: others };
}

// A deleted previous version must not block changes.
async function readPart(
  store: ReleaseStore,
  name: string,
  { version, previous, candidate }: PinnedVersions,
): Promise<PlannedPart> {
  const [live, before, release] = await Promise.all([
    getRelease(store, name, version),
    previous === undefined ? undefined : findRelease(store, name, previous),
    candidate && getRelease(store, name, candidate.version),
  ]);
  return { live, previous: before, candidate: candidate && release && { release, percent: candidate.percent } };
}

/** Returns previous versions that cannot run in the shell. */
export const findUnfitPrevious = ({ shell, remotes }: PlannedReleases): Release[] =>
  remotes.flatMap(({ previous }) => (previous && shellConflicts(shell.live, previous).length > 0 ? [previous] : []));

export const withoutPrevious = ({ shell, remotes }: PlannedReleases, unfit: readonly Release[]): PlannedReleases => ({
  shell,
  remotes: remotes.map((part) => (part.previous && unfit.includes(part.previous) ? { ...part, previous: undefined } : part)),
});

/** Returns all releases that browsers may run, live versions first. */
export const runningReleases = ({ shell, remotes }: PlannedReleases): Release[] => [
  ...[shell, ...remotes].map(({ live }) => live),
  ...remotes.flatMap(({ candidate }) => (candidate && candidate.percent > 0 ? [candidate.release] : [])),
];
