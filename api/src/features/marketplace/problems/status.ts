import type { ProblemEvent, ProblemStatus } from '@solvent/contracts';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { addBidsAndProblemChanged, lockProblemOrThrow, recordEvent } from './changes.ts';
import type { LockedProblem } from './changes.ts';
import { PROBLEM_TEXTS } from './texts.ts';
import { assertAgreementAction } from '../agreements/action-checks.ts';
import { endAgreement, findActiveAgreement, solveAgreement } from '../agreements/lifecycle.ts';
import { toOwnAgreement, notifyParty } from '../agreements/locking.ts';
import type { LockedAgreement, OwnAgreement } from '../agreements/locking.ts';
import { AGREEMENT_TEXTS } from '../agreements/texts.ts';
import { getRatingDeadline } from '../reviews/queries.ts';
import { bids, problems, savedProblems } from '../schema.ts';
import { assertTransition, TRANSITIONS } from '../transitions.ts';
import type { Role } from '../transitions.ts';
import type { UserRow } from '../../accounts/schema.ts';
import { notifyGrouped } from '../../notifications/service.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** Actions that a requested state can mean, with their timeline events (product 4.10). */
const ACTIONS = { close: 'closed', reopen: 'reopened', solve: 'solved', part: 'parted' } as const;
type StatusAction = keyof typeof ACTIONS;
const STATUS_ACTIONS: readonly StatusAction[] = ['close', 'reopen', 'solve', 'part'];

const STATUS_NAMES: Record<ProblemStatus, string> = {
  open: 'open',
  'in-progress': 'in progress',
  solved: 'solved',
  closed: 'closed',
};

function invalidTransition(from: ProblemStatus, to: ProblemStatus): AppError {
  const already = from === to ? `This problem is ${STATUS_NAMES[from]} already.` : undefined;
  return new AppError(
    'invalid_transition',
    already ?? `This problem is ${STATUS_NAMES[from]} and cannot become ${STATUS_NAMES[to]}.`,
  );
}

/** The action that leads from one state to another. @throws AppError `invalid_transition` if none does */
function getAction({ status: from }: Pick<LockedProblem, 'status'>, to: ProblemStatus): StatusAction {
  const action = STATUS_ACTIONS.find((one) => {
    const states: readonly ProblemStatus[] = TRANSITIONS[one].from.problem;
    return states.includes(from) && TRANSITIONS[one].to.problem === to;
  });
  if (action === undefined) throw invalidTransition(from, to);
  return action;
}

/** A change of a problem's state that somebody asks for. */
export interface StatusRequest {
  problemId: string;
  caller: UserRow;
  status: ProblemStatus;
  /** Of two who part: what they agreed on. May be empty. */
  note: string;
}

/** Whose live bids there are on a problem, and which of them is accepted. */
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

/** @throws AppError `forbidden` to all but the poster and the accepted solver */
function getRole(problem: LockedProblem, accepted: string | undefined, callerId: string): Role {
  if (problem.userId === callerId) return 'seeker';
  if (accepted === callerId) return 'solver';
  throw new AppError('forbidden', 'Only who posted this problem can change its state.');
}

/** @throws AppError as `refuseAction` */
async function assertAllowed(
  tx: Tx,
  problem: LockedProblem,
  action: StatusAction,
  role: Role,
  held: OwnAgreement | undefined,
): Promise<void> {
  const none = { agreement: 'none', dispute: 'none', proposal: 'none', delivery: 'none' } as const;
  assertTransition(
    action,
    [role],
    { problem: problem.status, ...none },
    () => new AppError('forbidden', 'Only who posted this problem can say so.'),
  );
  if (held !== undefined && (action === 'solve' || action === 'part')) await assertAgreementAction(tx, held, action);
}

/** Seeker and solver part: the accepted bid is withdrawn, and not counted any more. */
async function part(tx: Tx, problemId: string, at: Date): Promise<void> {
  const accepted = and(eq(bids.problemId, problemId), eq(bids.status, 'accepted'));
  await tx.update(bids).set({ status: TRANSITIONS.part.to.bid, updatedAt: at }).where(accepted);
  await tx
    .update(problems)
    .set({ bidCount: sql`${problems.bidCount} - 1` })
    .where(eq(problems.id, problemId));
}

/** What becomes of a problem, whose doing it is, and when. */
interface StatusChange {
  problemId: string;
  personId: string;
  status: ProblemStatus;
  event: ProblemEvent;
  at: Date;
}

/** Changes a problem that is locked, with its timeline and what becomes of its accepted bid. */
export async function applyStatus(tx: Tx, { problemId, personId, status, event, at }: StatusChange): Promise<void> {
  const solved = event === 'solved' ? { solvedAt: at } : {};
  await tx
    .update(problems)
    .set({ status, updatedAt: at, ...solved })
    .where(eq(problems.id, problemId));
  if (event === 'parted') await part(tx, problemId, at);
  await recordEvent(tx, { problemId, event, personId, at });
}

/** What becomes of the agreement, and what the other one is told of it. */
async function settleAgreement(
  tx: Tx,
  events: Events,
  held: LockedAgreement,
  { caller, note }: StatusRequest,
  { event, at }: Pick<StatusChange, 'event' | 'at'>,
): Promise<void> {
  const { problem, seeker, solver } = held;
  const other = caller.id === seeker.id ? solver : seeker;
  if (event === 'solved') {
    await solveAgreement(tx, held, at);
    await notifyParty(tx, events, held, solver, caller, AGREEMENT_TEXTS.solved(problem.title, getRatingDeadline(at)));
  } else {
    await endAgreement(tx, held, { by: caller.id, note }, at);
    await notifyParty(tx, events, held, other, caller, AGREEMENT_TEXTS.parted(problem.title, note));
  }
}

/**
 * Notifies users who saved a problem that it is closed or solved, except for those in `known`: they did it, or are notified of it
 * otherwise. Of a problem that is taken down no one is notified, because they can't open it.
 */
export async function notifySavers(
  tx: Tx,
  events: Events,
  { id: problemId, title, takenDownAt }: LockedProblem,
  event: 'solved' | 'closed',
  actor: UserRow | null,
  known: string[],
): Promise<void> {
  if (takenDownAt !== null) return;
  const others = and(eq(savedProblems.problemId, problemId), notInArray(savedProblems.userId, known));
  const savers = await tx.select({ id: savedProblems.userId }).from(savedProblems).where(others);
  const words = event === 'solved' ? PROBLEM_TEXTS.savedSolved(title) : PROBLEM_TEXTS.savedClosed(title);
  const userIds = savers.map(({ id }) => id);
  await notifyGrouped(tx, events, { ...words, problemId, actor, userIds });
}

async function changeStatusInTransaction(tx: Tx, events: Events, request: StatusRequest): Promise<void> {
  const { problemId, caller, status } = request;
  const problem = await lockProblemOrThrow(tx, problemId);
  const { all, accepted } = await findActiveSolvers(tx, problemId);
  const role = getRole(problem, accepted, caller.id);
  const action = getAction(problem, status);
  const live = await findActiveAgreement(tx, problem);
  const held = live && toOwnAgreement(live, caller.id);
  await assertAllowed(tx, problem, action, role, held);
  const event = ACTIONS[action];
  const at = new Date();
  await applyStatus(tx, { problemId, personId: caller.id, status, event, at });
  if (held !== undefined) await settleAgreement(tx, events, held, request, { event, at });
  const known = [problem.userId, ...(accepted === undefined ? [] : [accepted])];
  if (event === 'solved' || event === 'closed') await notifySavers(tx, events, problem, event, caller, known);
  await addBidsAndProblemChanged(tx, events, problemId, [problem.userId, ...all]);
}

/**
 * Closes, opens or solves a problem, or parts those who work on it (product 4.10): in one transaction with its event
 * and what becomes of its bids.
 * @throws AppError `not_found`; `forbidden` for who may not say so; `invalid_transition` with the state that it is in; as `refuseAction`
 */
export const changeStatus = ({ transact }: Deps, request: StatusRequest): Promise<void> =>
  transact((tx, events) => changeStatusInTransaction(tx, events, request));
