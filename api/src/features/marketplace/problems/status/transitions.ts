import type { ProblemEvent, ProblemStatus } from '@solvent/contracts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { LockedProblem } from '../../lock-problem.ts';

/** Who asks for a change: whose problem it is, whose bid on it is accepted, or neither. */
export type Asker = 'poster' | 'accepted solver' | 'stranger';

/** What may become of a problem when somebody says so, and what its timeline calls it (api "State machines"). */
const CHANGES: { from: ProblemStatus; to: ProblemStatus; event: ProblemEvent; by: Asker[] }[] = [
  { from: 'open', to: 'closed', event: 'closed', by: ['poster'] },
  { from: 'closed', to: 'open', event: 'reopened', by: ['poster'] },
  { from: 'in-progress', to: 'solved', event: 'solved', by: ['poster'] },
  { from: 'in-progress', to: 'open', event: 'parted', by: ['poster', 'accepted solver'] },
];

const NAMES: Record<ProblemStatus, string> = { open: 'open', 'in-progress': 'in progress', solved: 'solved', closed: 'closed' };

function impossible(from: ProblemStatus, to: ProblemStatus): AppError {
  const already = from === to ? `This problem is ${NAMES[from]} already.` : undefined;
  return new AppError('invalid_transition', already ?? `This problem is ${NAMES[from]} and cannot become ${NAMES[to]}.`);
}

/**
 * The event that a change of state is.
 * @throws AppError `forbidden` if the asker may not say so, `invalid_transition` if it is not possible now
 */
export function eventOf({ status: from }: Pick<LockedProblem, 'status'>, to: ProblemStatus, asker: Asker): ProblemEvent {
  if (asker === 'stranger') throw new AppError('forbidden', 'Only who posted this problem can change its state.');
  const change = CHANGES.find((one) => one.from === from && one.to === to);
  if (change === undefined) throw impossible(from, to);
  if (!change.by.includes(asker)) throw new AppError('forbidden', 'Only who posted this problem can say so.');
  return change.event;
}
