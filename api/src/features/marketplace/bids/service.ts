import type { AcceptBidBody, ChangeBidBody, ComparisonResponse } from '@solvent/contracts';
import { and, eq, sql, getTableColumns } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { assertNotBlocked } from '../../accounts/index.ts';
import { openConversation } from '../../messaging/index.ts';
import { notify, notifyAll } from '../../notifications/index.ts';
import { bids, problems } from '../../../schema/index.ts';
import type { BidRow, UserRow } from '../../../schema/index.ts';
import { attachFiles } from '../attachments.ts';
import { selectBids } from './queries.ts';
import type { BidWithSolver } from './queries.ts';
import { createAgreement } from '../agreements/lifecycle.ts';
import {
  addBidsAndProblemChanged,
  lockProblem,
  recordEvent,
  LOCKED_PROBLEM_COLUMNS,
  assertNotTakenDown,
} from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { getConfirmedAt, findTextAt } from '../problems/rewrites.ts';
import { assertTransition, TRANSITIONS } from '../transitions.ts';
import { formatDollars, BID_TEXTS } from '../texts.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict, notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** A bid with its problem, which is locked until the transaction ends. */
interface LockedBid {
  bid: BidRow;
  problem: LockedProblem;
}

type Side = 'solver' | 'seeker';

const ROLE_ERRORS: Record<Side, string> = {
  solver: 'Only the bidder can do this.',
  seeker: 'Only the seeker can do this.',
};

export const NOT_OPEN = 'This problem is not open for bids any more.';

async function findSide(db: Executor, id: string, callerId: string): Promise<{ problemId: string; side: Side }> {
  const [found] = await db
    .select({ problemId: bids.problemId, solverId: bids.solverId, posterId: problems.userId })
    .from(bids)
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .where(eq(bids.id, id));
  if (found?.solverId === callerId) return { problemId: found.problemId, side: 'solver' };
  if (found?.posterId === callerId) return { problemId: found.problemId, side: 'seeker' };
  throw notFound('This bid');
}

/** @throws AppError `not_found` to callers on neither side, `forbidden` to the other side */
async function findProblemId(db: Executor, id: string, callerId: string, allowed: Side): Promise<string> {
  const { problemId, side } = await findSide(db, id, callerId);
  if (side !== allowed) throw new AppError('forbidden', ROLE_ERRORS[allowed]);
  return problemId;
}

/** Locks a bid's problem, which guards the bid, too. @throws AppError as `findProblemId` */
async function lockBid(tx: Tx, id: string, callerId: string, allowed: Side): Promise<LockedBid> {
  const problem = await lockProblem(tx, await findProblemId(tx, id, callerId, allowed));
  // Read only after locking: a concurrent transaction may have changed the bid.
  const [bid] = await tx.select().from(bids).where(eq(bids.id, id));
  if (problem === undefined || bid === undefined) throw notFound('This bid');
  return { bid, problem };
}

function decidedErrorText({ bid, problem }: LockedBid): string {
  if (bid.status !== 'rejected') return `This bid was ${bid.status}.`;
  const isTaken = problem.status === 'in-progress' || problem.status === 'solved';
  return isTaken ? 'Another bid was accepted meanwhile.' : 'This bid was rejected.';
}

type BidAction = 'changeBid' | 'confirmBid' | 'withdrawBid' | 'acceptBid' | 'rejectBid';

const CONFIRMATION_ERRORS = {
  valid: 'This bid is already confirmed.',
  needed: 'You changed the problem after this bid. It can be accepted once its solver has confirmed it.',
};

function needsConfirmation({ bid, problem: { rewrittenAt } }: LockedBid): boolean {
  return rewrittenAt !== null && rewrittenAt >= getConfirmedAt(bid);
}

/** Does not check the side, unlike `lockBid`. @throws AppError `conflict` with the state of the bid or the problem */
function assertBidAction(action: BidAction, locked: LockedBid): void {
  const confirmation = needsConfirmation(locked) ? 'needed' : 'valid';
  const states = { bid: locked.bid.status, problem: locked.problem.status, confirmation } as const;
  assertTransition(action, TRANSITIONS[action].who, states, (obstacle) => {
    if (obstacle === 'confirmation') return conflict(CONFIRMATION_ERRORS[confirmation]);
    return conflict(obstacle === 'bid' ? decidedErrorText(locked) : NOT_OPEN);
  });
}

export async function readBid(tx: Tx, id: string): Promise<BidWithSolver> {
  const [found] = await selectBids(tx).where(eq(bids.id, id));
  if (found === undefined) throw new Error('Stored bid not found');
  return found;
}

/** Must end every transaction that changes a bid. @param people as in `addBidsAndProblemChanged` */
export async function finishChange(tx: Tx, events: Events, id: string, people: string[]): Promise<BidWithSolver> {
  const bid = await readBid(tx, id);
  await addBidsAndProblemChanged(tx, events, bid.bid.problemId, people);
  return bid;
}

interface ChangedBid {
  bid: BidWithSolver;
  /** To delete from the file store after the commit. */
  deletedKeys: string[];
}

/** @throws AppError as `lockBid`; `conflict` with its state; `forbidden` across a block; `invalid` for files that cannot be attached */
export const changeBid = ({ transact }: Deps, solverId: string, id: string, body: ChangeBidBody): Promise<ChangedBid> =>
  transact(async (tx, events) => {
    const locked = await lockBid(tx, id, solverId, 'solver');
    const { problem } = locked;
    assertNotTakenDown(problem, solverId);
    assertBidAction('changeBid', locked);
    await assertNotBlocked(tx, solverId, problem.userId, 'bid');
    const { attachments, ...offer } = body;
    await tx
      .update(bids)
      .set({ ...offer, updatedAt: new Date() })
      .where(eq(bids.id, id));
    const target = { purpose: 'bid', id, ownerId: solverId } as const;
    const deletedKeys = attachments === undefined ? [] : await attachFiles(tx, target, attachments);
    return { bid: await finishChange(tx, events, id, [problem.userId, solverId]), deletedKeys };
  });

/** Also allowed on closed problems. @throws AppError as `lockBid`; `conflict` with its state */
export function withdrawBid({ transact }: Deps, solverId: string, id: string): Promise<BidWithSolver> {
  return transact(async (tx, events) => {
    const locked = await lockBid(tx, id, solverId, 'solver');
    assertBidAction('withdrawBid', locked);
    await tx.update(bids).set({ status: TRANSITIONS.withdrawBid.to.bid, updatedAt: new Date() }).where(eq(bids.id, id));
    await tx
      .update(problems)
      .set({ bidCount: sql`${problems.bidCount} - 1` })
      .where(eq(problems.id, locked.problem.id));
    return finishChange(tx, events, id, [locked.problem.userId, solverId]);
  });
}

function notifySolver(
  tx: Tx,
  events: Events,
  poster: UserRow,
  problem: LockedProblem,
  bid: BidRow,
  outcome: 'bid_accepted' | 'bid_declined',
  conversationId?: string,
): Promise<void> {
  const content = BID_TEXTS[outcome](bid.amount, problem.title);
  const conversation = conversationId === undefined ? {} : { conversationId };
  return notify(tx, events, { ...content, userId: bid.solverId, actor: poster, problemId: problem.id, ...conversation });
}

function rejectOthers(tx: Tx, problemId: string, updatedAt: Date): Promise<BidRow[]> {
  const pending = and(eq(bids.problemId, problemId), eq(bids.status, 'pending'));
  return tx.update(bids).set({ status: TRANSITIONS.rejectBid.to.bid, updatedAt }).where(pending).returning();
}

/** @throws AppError `conflict` if the bid no longer has the terms that the poster read */
function assertUnchanged(bid: BidRow, { amount = bid.amount, estimatedDays = bid.estimatedDays }: AcceptBidBody): void {
  if (amount === bid.amount && estimatedDays === bid.estimatedDays) return;
  const days = bid.estimatedDays === 1 ? '1 day' : `${bid.estimatedDays} days`;
  throw conflict(
    `This bid was changed meanwhile: it is ${formatDollars(bid.amount)} in ${days} now. Accept it if that is fine, too.`,
  );
}

/**
 * Accepts a bid and rejects the others (product 4.11). Of concurrent accepts, one succeeds.
 * @param readTerms the terms that the poster read
 * @throws AppError as `lockBid`; `conflict` with the bid's state, or if its terms changed; `forbidden` across a block
 */
export const acceptBid = ({ transact }: Deps, poster: UserRow, id: string, readTerms: AcceptBidBody): Promise<BidWithSolver> =>
  transact(async (tx, events) => {
    const locked = await lockBid(tx, id, poster.id, 'seeker');
    const { bid, problem } = locked;
    assertNotTakenDown(problem, poster.id);
    assertBidAction('acceptBid', locked);
    assertUnchanged(bid, readTerms);
    await assertNotBlocked(tx, poster.id, bid.solverId, 'accept');
    const at = new Date();
    const { to } = TRANSITIONS.acceptBid;
    await tx.update(bids).set({ status: to.bid, updatedAt: at }).where(eq(bids.id, id));
    const rejected = (await rejectOthers(tx, problem.id, at)).map(({ solverId }) => solverId);
    await tx.update(problems).set({ status: to.problem, updatedAt: at }).where(eq(problems.id, problem.id));
    await createAgreement(tx, problem, bid, at);
    await recordEvent(tx, { problemId: problem.id, event: 'bid_accepted', personId: bid.solverId, at });
    const people = [poster.id, bid.solverId] as const;
    const { id: conversationId } = await openConversation(tx, { problemId: problem.id, people });
    await notifySolver(tx, events, poster, problem, bid, 'bid_accepted', conversationId);
    const content = BID_TEXTS.bid_rejected(bid.amount, problem.title);
    await notifyAll(tx, events, { ...content, userIds: rejected, actor: poster, problemId: problem.id });
    return finishChange(tx, events, id, [...people, ...rejected]);
  });

/** @throws AppError as `lockBid`; `conflict` with the bid's state; `forbidden` for a reason across a block */
export function rejectBid({ transact }: Deps, poster: UserRow, id: string, reason: string | undefined): Promise<BidWithSolver> {
  return transact(async (tx, events) => {
    const locked = await lockBid(tx, id, poster.id, 'seeker');
    assertBidAction('rejectBid', locked);
    const { bid, problem } = locked;
    if (reason) await assertNotBlocked(tx, poster.id, bid.solverId, 'write');
    const status = TRANSITIONS.rejectBid.to.bid;
    await tx
      .update(bids)
      .set({ status, reason: reason || null, updatedAt: new Date() })
      .where(eq(bids.id, id));
    await notifySolver(tx, events, poster, problem, bid, 'bid_declined');
    return finishChange(tx, events, id, [poster.id, bid.solverId]);
  });
}

/** The shortlist is private: only the poster's other tabs are notified. @throws AppError as `lockBid` */
export async function shortlistBid(
  { transact, realtime }: Pick<Deps, 'transact' | 'realtime'>,
  posterId: string,
  id: string,
  shortlisted: boolean,
): Promise<BidWithSolver> {
  const bid = await transact(async (tx) => {
    await lockBid(tx, id, posterId, 'seeker');
    await tx.update(bids).set({ shortlisted }).where(eq(bids.id, id));
    return readBid(tx, id);
  });
  realtime.toUser(posterId, 'bid', { problemId: bid.bid.problemId });
  return bid;
}

const { title, body, category, tags } = problems;

/** @throws AppError as `findProblemId`; `not_found` if the bid needs no confirmation */
export async function compareTexts({ db }: Pick<Deps, 'db'>, solverId: string, id: string): Promise<ComparisonResponse> {
  const problemId = await findProblemId(db, id, solverId, 'solver');
  const [found] = await db
    .select({ bid: getTableColumns(bids), problem: LOCKED_PROBLEM_COLUMNS, after: { title, body, category, tags } })
    .from(bids)
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .where(eq(bids.id, id));
  if (found === undefined) throw notFound('This bid');
  const { bid, problem, after } = found;
  assertNotTakenDown(problem, solverId);
  const before = await findTextAt(db, problemId, getConfirmedAt(bid));
  if (before === undefined || problem.rewrittenAt === null || !needsConfirmation(found)) throw notFound('This change');
  return { before, after, changedAt: problem.rewrittenAt.toISOString() };
}

/**
 * Confirms a bid for the rewritten problem (product 4.11). @param changedAt of the comparison that the solver read
 * @throws AppError as `findProblemId`; `conflict` with the state, or if the problem changed again; `forbidden` across a block
 */
export function confirmBid({ transact }: Deps, solverId: string, id: string, changedAt: string): Promise<BidWithSolver> {
  return transact(async (tx, events) => {
    const locked = await lockBid(tx, id, solverId, 'solver');
    const { problem } = locked;
    assertNotTakenDown(problem, solverId);
    assertBidAction('confirmBid', locked);
    await assertNotBlocked(tx, solverId, problem.userId, 'bid');
    const rewrittenAt = problem.rewrittenAt?.getTime() ?? 0;
    if (Date.parse(changedAt) !== rewrittenAt)
      throw conflict('This problem was changed again meanwhile. Compare the texts, then confirm your bid.');
    // After the edit, even if the clock of the server that stored it is ahead.
    const at = new Date(Math.max(Date.now(), rewrittenAt + 1));
    await tx.update(bids).set({ confirmedAt: at }).where(eq(bids.id, id));
    return finishChange(tx, events, id, [problem.userId, solverId]);
  });
}
