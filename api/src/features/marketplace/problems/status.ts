import type { ProblemEvent, ProblemStatus } from '@solvent/contracts';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { addBidsAndProblemChanged, lockProblemOrThrow, recordEvent } from './changes.ts';
import type { LockedProblem } from './changes.ts';
import { PROBLEM_TEXTS, AGREEMENT_TEXTS } from '../texts.ts';
import { assertAgreementAction } from '../agreements/action-checks.ts';
import { endAgreement, findActiveAgreement, solveAgreement } from '../agreements/lifecycle.ts';
import { toOwnAgreement, notifyParty } from '../agreements/locking.ts';
import type { LockedAgreement, OwnAgreement } from '../agreements/locking.ts';
import { getRatingDeadline } from '../reviews/queries.ts';
import { bids, problems, savedProblems } from '../../../schema/index.ts';
import type { UserRow } from '../../../schema/index.ts';
import { assertTransition, TRANSITIONS } from '../transitions.ts';
import type { Role } from '../transitions.ts';
import { notifyGrouped } from '../../notifications/index.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** Timeline events by action (product 4.10). */
const ACTIONS = { close: 'closed', reopen: 'reopened', solve: 'solved', part: 'parted' } as const;
type StatusAction = keyof typeof ACTIONS;
const STATUS_ACTIONS = Object.keys(ACTIONS) as StatusAction[];

function invalidTransition(from: ProblemStatus, to: ProblemStatus): AppError {
  const [current, requested] = [from, to].map((status) => status.replace('-', ' '));
  const reason = from === to ? 'already' : `and cannot become ${requested}`;
  return new AppError('invalid_transition', `This problem is ${current} ${reason}.`);
}

function getAction({ status: from }: Pick<LockedProblem, 'status'>, to: ProblemStatus): StatusAction {
  const action = STATUS_ACTIONS.find((candidate) => {
    const transition = TRANSITIONS[candidate];
    const states: readonly ProblemStatus[] = transition.from.problem;
    return states.includes(from) && transition.to.problem === to;
  });
  if (action === undefined) throw invalidTransition(from, to);
  return action;
}

export interface StatusRequest {
  problemId: string;
  caller: UserRow;
  status: ProblemStatus;
  /** The agreement of seeker and solver when they part; may be empty. */
  note: string;
}

/** Solvers with a pending or accepted bid. */
async function findActiveSolvers(tx: Tx, problemId: string): Promise<{ all: string[]; accepted: string | undefined }> {
  const rows = await tx
    .select({ solverId: bids.solverId, status: bids.status })
    .from(bids)
    .where(and(eq(bids.problemId, problemId), sql`${bids.status} IN ('pending', 'accepted')`));
  return {
    all: rows.map(({ solverId }) => solverId),
    accepted: rows.find(({ status }) => status === 'accepted')?.solverId,
  };
}

function getRole(problem: LockedProblem, accepted: string | undefined, callerId: string): Role {
  if (problem.userId === callerId) return 'seeker';
  if (accepted === callerId) return 'solver';
  throw new AppError('forbidden', 'Only the poster can change the status of this problem.');
}

async function assertAllowed(
  tx: Tx,
  problem: LockedProblem,
  action: StatusAction,
  role: Role,
  agreement: OwnAgreement | undefined,
): Promise<void> {
  const none = { agreement: 'none', dispute: 'none', proposal: 'none', delivery: 'none' } as const;
  assertTransition(
    action,
    [role],
    { problem: problem.status, ...none },
    () => new AppError('forbidden', 'Only the poster can do this.'),
  );
  if (agreement !== undefined && (action === 'solve' || action === 'part')) await assertAgreementAction(tx, agreement, action);
}

async function withdrawAcceptedBid(tx: Tx, problemId: string, at: Date): Promise<void> {
  const accepted = and(eq(bids.problemId, problemId), eq(bids.status, 'accepted'));
  await tx.update(bids).set({ status: TRANSITIONS.part.to.bid, updatedAt: at }).where(accepted);
  await tx
    .update(problems)
    .set({ bidCount: sql`${problems.bidCount} - 1` })
    .where(eq(problems.id, problemId));
}

interface StatusChange {
  problemId: string;
  personId: string;
  status: ProblemStatus;
  event: ProblemEvent;
  at: Date;
}

/** Changes the status of a locked problem, its timeline, and on parting its accepted bid. */
export async function applyStatus(tx: Tx, { problemId, personId, status, event, at }: StatusChange): Promise<void> {
  const solved = event === 'solved' ? { solvedAt: at } : {};
  await tx
    .update(problems)
    .set({ status, updatedAt: at, ...solved })
    .where(eq(problems.id, problemId));
  if (event === 'parted') await withdrawAcceptedBid(tx, problemId, at);
  await recordEvent(tx, { problemId, event, personId, at });
}

async function settleAgreement(
  tx: Tx,
  events: Events,
  agreement: LockedAgreement,
  { caller, note }: StatusRequest,
  { event, at }: Pick<StatusChange, 'event' | 'at'>,
): Promise<void> {
  const { problem, seeker, solver } = agreement;
  const other = caller.id === seeker.id ? solver : seeker;
  if (event === 'solved') {
    await solveAgreement(tx, agreement, at);
    await notifyParty(tx, events, agreement, solver, caller, AGREEMENT_TEXTS.solved(problem.title, getRatingDeadline(at)));
  } else {
    await endAgreement(tx, agreement, { by: caller.id, note }, at);
    await notifyParty(tx, events, agreement, other, caller, AGREEMENT_TEXTS.parted(problem.title, note));
  }
}

/** Notifies users who saved the problem, unless it is taken down. @param excludedIds users who act or are notified otherwise */
export async function notifySavers(
  tx: Tx,
  events: Events,
  { id: problemId, title, takenDownAt }: LockedProblem,
  event: 'solved' | 'closed',
  actor: UserRow | null,
  excludedIds: string[],
): Promise<void> {
  if (takenDownAt !== null) return;
  const notExcluded = and(eq(savedProblems.problemId, problemId), notInArray(savedProblems.userId, excludedIds));
  const savers = await tx.select({ id: savedProblems.userId }).from(savedProblems).where(notExcluded);
  const texts = event === 'solved' ? PROBLEM_TEXTS.savedSolved(title) : PROBLEM_TEXTS.savedClosed(title);
  await notifyGrouped(tx, events, { ...texts, problemId, actor, userIds: savers.map(({ id }) => id) });
}

/** Closes, reopens or solves a problem, or parts its seeker and solver (product 4.10). */
export const changeStatus = ({ transact }: Deps, request: StatusRequest): Promise<void> =>
  transact(async (tx, events) => {
    const { problemId, caller, status } = request;
    const problem = await lockProblemOrThrow(tx, problemId);
    const { all, accepted } = await findActiveSolvers(tx, problemId);
    const role = getRole(problem, accepted, caller.id);
    const action = getAction(problem, status);
    const active = await findActiveAgreement(tx, problem);
    const agreement = active && toOwnAgreement(active, caller.id);
    await assertAllowed(tx, problem, action, role, agreement);
    const event = ACTIONS[action];
    const at = new Date();
    await applyStatus(tx, { problemId, personId: caller.id, status, event, at });
    if (agreement !== undefined) await settleAgreement(tx, events, agreement, request, { event, at });
    const parties = [problem.userId, ...(accepted === undefined ? [] : [accepted])];
    if (event === 'solved' || event === 'closed') await notifySavers(tx, events, problem, event, caller, parties);
    await addBidsAndProblemChanged(tx, events, problemId, [problem.userId, ...all]);
  });
