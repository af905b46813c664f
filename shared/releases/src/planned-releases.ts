import type { Release } from '@solvent/federation/manifest';
import { shellConflicts } from './conflicts.ts';
import { DeliveryError } from './delivery-error.ts';
import { findRelease, getRelease } from './release-store.ts';
import type { ReleaseStore } from './release-store.ts';
import type { PartPlan, Plan } from './plan.ts';

/** The releases that a channel names of one part. */
export interface PlannedPart {
  live: Release;
  previous: Release | undefined;
  candidate: { release: Release; percent: number } | undefined;
}

/** Everything that a plan names, as releases; remotes by their names' order. */
export interface PlannedReleases {
  shell: PlannedPart;
  remotes: PlannedPart[];
}

/**
 * Reads the releases that a plan names.
 *
 * @throws DeliveryError where one is not published, or the channel would have no shell
 */
export async function plannedReleases(store: ReleaseStore, { parts }: Plan): Promise<PlannedReleases> {
  const { shell, ...remotes } = Object.fromEntries(parts);
  if (!shell) throw new DeliveryError('The channel has no shell yet: promote one first, or use "pnpm delivery deploy".');
  const named = Object.entries(remotes).toSorted(([one], [other]) => one.localeCompare(other));
  const [first, ...others] = await Promise.all([
    readPart(store, 'shell', shell),
    ...named.map(([name, part]) => readPart(store, name, part)),
  ]);
  return { shell: first, remotes: others };
}

/** A previous version that was cleared away since is none: it must not stop what is changed now. */
async function readPart(store: ReleaseStore, name: string, { version, previous, candidate }: PartPlan): Promise<PlannedPart> {
  const [live, before, release] = await Promise.all([
    getRelease(store, name, version),
    previous === undefined ? undefined : findRelease(store, name, previous),
    candidate && getRelease(store, name, candidate.version),
  ]);
  return { live, previous: before, candidate: candidate && release && { release, percent: candidate.percent } };
}

/** Previous versions that cannot run in the shell: they would stand in with an error of their own. */
export const unfitPrevious = ({ shell, remotes }: PlannedReleases): Release[] =>
  remotes.flatMap(({ previous }) => (previous && shellConflicts(shell.live, previous).length > 0 ? [previous] : []));

/** The same, in which nothing falls back to any of some releases. */
export const withoutPrevious = ({ shell, remotes }: PlannedReleases, unfit: readonly Release[]): PlannedReleases => ({
  shell,
  remotes: remotes.map((part) => (part.previous && unfit.includes(part.previous) ? { ...part, previous: undefined } : part)),
});

/** All that browsers may run of it, live versions first. */
export const runningReleases = ({ shell, remotes }: PlannedReleases): Release[] => [
  ...[shell, ...remotes].map(({ live }) => live),
  ...remotes.flatMap(({ candidate }) => (candidate && candidate.percent > 0 ? [candidate.release] : [])),
];
