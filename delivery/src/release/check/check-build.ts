import { findConflicts } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import type { Release } from '@solvent/federation/manifest';
import { describeBuild } from '../publish.ts';
import type { Build } from '../read-build.ts';
import { checkBudgets } from './budgets.ts';
import type { Finding } from './finding.ts';
import { checkGlobals } from './globals.ts';
import { readLiveSet } from './live-set.ts';
import type { LiveSet } from './live-set.ts';
import { checkShape } from './shape.ts';

export interface CheckResult {
  /** Describes what the build was checked against, such as `revision 12 of production`. */
  against: string;
  /** Empty if the build may be published. */
  findings: Finding[];
  /** Releases and builds without lists of exported and used names, whose names are not compared. */
  nameless: string[];
}

/** Checks a build against the live versions of a channel, by the rules of the contract check. */
export async function checkBuild(store: ReleaseStore, channel: string, build: Build): Promise<CheckResult> {
  const [live, candidate] = await Promise.all([readLiveSet(store, channel), describeBuild(build)]);
  const remotes = live?.remotes ?? [];
  const findings: Finding[] = [
    ...(live ? checkConflicts(live, candidate) : []),
    ...(await checkShape(build)),
    ...checkBudgets(
      candidate,
      remotes.find(({ name }) => name === build.name),
    ),
    ...checkGlobals(build, remotes),
  ];
  return {
    against: live ? `revision ${live.revision} of ${channel}` : `nothing, since ${channel} is empty`,
    findings,
    nameless: live ? findNameless(live, candidate) : [],
  };
}

function checkConflicts({ shell, remotes }: LiveSet, candidate: Release): Finding[] {
  const isShell = candidate.name === 'shell';
  const others = remotes.filter(({ name }) => name !== candidate.name);
  const conflicts = findConflicts(isShell ? candidate : shell, isShell ? others : [...others, candidate]);
  return conflicts.filter(({ between }) => between.includes(candidate.name)).map(({ rule, message }) => ({ rule, message }));
}

/** Finds releases without names among those that are compared: a remote with the shell, or the shell with every remote. */
function findNameless({ shell, remotes }: LiveSet, candidate: Release): string[] {
  const compared = candidate.name === 'shell' ? remotes : [shell];
  return [candidate, ...compared].filter(({ build }) => !build.names).map(({ name, version }) => `${name}@${version}`);
}
