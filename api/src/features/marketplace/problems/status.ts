import type { ProblemEvent, ProblemStatus } from '@solvent/contracts';
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { addBidsChanged, lockProblem, recordEvent } from './changes.ts';
import type { LockedProblem } from './changes.ts';
import { bids, problems } from '../schema.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** Who asks for a change: whose problem it is, whose bid on it is accepted, or neither. */
type Asker = 'poster' | 'accepted solver' | 'stranger';

/** What may become of a problem when somebody says so, and what its timeline calls it (product 4.10). */
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
function eventOf({ status: from }: Pick<LockedProblem, 'status'>, to: ProblemStatus, asker: Asker): ProblemEvent {
  if (asker === 'stranger') throw new AppError('forbidden', 'Only who posted this problem can change its state.');
  const change = CHANGES.find((one) => one.from === from && one.to === to);
  if (change === undefined) throw impossible(from, to);
  if (!change.by.includes(asker)) throw new AppError('forbidden', 'Only who posted this problem can say so.');
  return change.event;
}

/** A change of a problem's state that somebody asks for. */
interface StatusRequest {
  problemId: string;
  callerId: string;
  status: ProblemStatus;
}

/** Whose live bids there are on a problem, and which of them is accepted. */
async function liveSolvers(tx: Tx, problemId: string): Promise<{ all: string[]; accepted: string | undefined }> {
  const rows = await tx
    .select({ solverId: bids.solverId, status: bids.status })
    .from(bids)
    .where(and(eq(bids.problemId, problemId), sql`${bids.status} IN ('pending', 'accepted')`));
  return {
    all: rows.map(({ solverId }) => solverId),
    accepted: rows.find(({ status }) => status === 'accepted')?.solverId,
  };
}

function askerOf(problem: LockedProblem, accepted: string | undefined, callerId: string): Asker {
  if (problem.userId === callerId) return 'poster';
  return accepted === callerId ? 'accepted solver' : 'stranger';
}

/** Seeker and solver part: the accepted bid is withdrawn, and not counted any more. */
async function part(tx: Tx, problemId: string, at: Date): Promise<void> {
  const accepted = and(eq(bids.problemId, problemId), eq(bids.status, 'accepted'));
  await tx.update(bids).set({ status: 'withdrawn', updatedAt: at }).where(accepted);
  await tx
    .update(problems)
    .set({ bidCount: sql`${problems.bidCount} - 1` })
    .where(eq(problems.id, problemId));
}

async function apply(tx: Tx, { problemId, callerId, status }: StatusRequest, event: ProblemEvent): Promise<void> {
  const at = new Date();
  const solved = event === 'solved' ? { solvedAt: at } : {};
  await tx
    .update(problems)
    .set({ status, updatedAt: at, ...solved })
    .where(eq(problems.id, problemId));
  if (event === 'parted') await part(tx, problemId, at);
  await recordEvent(tx, { problemId, event, personId: callerId, at });
}

async function changeIn(tx: Tx, events: Events, request: StatusRequest): Promise<void> {
  const problem = await lockProblem(tx, request.problemId);
  if (problem === undefined) throw notFound('This problem');
  const { all, accepted } = await liveSolvers(tx, problem.id);
  await apply(tx, request, eventOf(problem, request.status, askerOf(problem, accepted, request.callerId)));
  await addBidsChanged(tx, events, problem.id, [problem.userId, ...all]);
}

/**
 * Closes, opens or solves a problem, or parts those who work on it (product 4.10): in one transaction with its event
 * and what becomes of its bids.
 * @throws AppError `not_found`; `forbidden` for who may not say so; `invalid_transition` with the state that it is in
 */
export const changeStatus = ({ transact }: Deps, request: StatusRequest): Promise<void> =>
  transact((tx, events) => changeIn(tx, events, request));
