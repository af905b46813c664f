import { findConflicts } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import type { Release } from '@solvent/federation/manifest';
import { describeBuild } from '../publish.ts';
import type { Build } from '../read-build.ts';
import { budgetFindings } from './budgets.ts';
import type { Finding } from './finding.ts';
import { globalFindings } from './globals.ts';
import { liveSet } from './live-set.ts';
import type { LiveSet } from './live-set.ts';
import { shapeFindings } from './shape.ts';

export interface Checked {
  /** Description of the set that it was checked against: `revision 12 of production`. */
  against: string;
  /** Empty if the build may be published. */
  findings: Finding[];
  /** Releases and builds from before they named what they export or use: in these nothing is compared by names. */
  nameless: string[];
}

/** Holds a build against what is live in a channel: the rules of the contract check. */
export async function checkBuild(store: ReleaseStore, channel: string, build: Build): Promise<Checked> {
  const [live, candidate] = await Promise.all([liveSet(store, channel), describeBuild(build)]);
  const remotes = live?.remotes ?? [];
  const findings: Finding[] = [
    ...(live ? conflictFindings(live, candidate) : []),
    ...(await shapeFindings(build)),
    ...budgetFindings(
      candidate,
      remotes.find(({ name }) => name === build.name),
    ),
    ...globalFindings(build, remotes),
  ];
  return {
    against: live ? `revision ${live.revision} of ${channel}` : `nothing, since ${channel} is empty`,
    findings,
    nameless: live ? namelessAmong(live, candidate) : [],
  };
}

function conflictFindings({ shell, remotes }: LiveSet, candidate: Release): Finding[] {
  const isShell = candidate.name === 'shell';
  const others = remotes.filter(({ name }) => name !== candidate.name);
  const conflicts = findConflicts(isShell ? candidate : shell, isShell ? others : [...others, candidate]);
  return conflicts.filter(({ between }) => between.includes(candidate.name)).map(({ rule, message }) => ({ rule, message }));
}

/** Of what is compared: a remote with the shell, the shell with every remote. */
function namelessAmong({ shell, remotes }: LiveSet, candidate: Release): string[] {
  const compared = candidate.name === 'shell' ? remotes : [shell];
  return [candidate, ...compared].filter(({ build }) => !build.names).map(({ name, version }) => `${name}@${version}`);
}
