import type { AcceptBidBody, ChangeBidBody } from '@solvent/contracts';
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { assertNotBlocked } from '../../accounts/service.ts';
import type { UserRow } from '../../accounts/schema.ts';
import { attachFiles } from '../attachments.ts';
import { bidsWithSolver } from './queries.ts';
import { beginAgreement } from '../agreements/lifecycle.ts';
import type { BidWithSolver } from './queries.ts';
import { addBidsAndProblemChanged, lockProblem, recordEvent } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { getConfirmedAt } from '../problems/rewrites.ts';
import { assertNotTakenDown } from '../problems/visibility.ts';
import { bids, problems } from '../schema.ts';
import { assertTransition, TRANSITIONS } from '../transitions.ts';
import type { BidRow } from '../schema.ts';
import { formatDollars } from '../texts.ts';
import { BID_TEXTS } from './texts.ts';
import { openConversation } from '../../messaging/service.ts';
import { notify, notifyAll } from '../../notifications/service.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict, notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** A bid and its problem, locked until the transaction ends. */
interface HeldBid {
  bid: BidRow;
  problem: LockedProblem;
}

/** The caller's side: `solver` made the bid, `seeker` posted its problem. */
type Side = 'solver' | 'seeker';

const NOT_YOURS: Record<Side, string> = {
  solver: 'Only the bidder can do this.',
  seeker: 'Only the seeker can do this.',
};

export const NOT_OPEN = 'This problem is not open for bids any more.';

async function sideOf(db: Executor, id: string, callerId: string): Promise<{ problemId: string; side: Side }> {
  const [found] = await db
    .select({ problemId: bids.problemId, solverId: bids.solverId, posterId: problems.userId })
    .from(bids)
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .where(eq(bids.id, id));
  if (found?.solverId === callerId) return { problemId: found.problemId, side: 'solver' };
  if (found?.posterId === callerId) return { problemId: found.problemId, side: 'seeker' };
  throw notFound('This bid');
}

/**
 * Finds a bid's problem, for a caller on the side that may do what is to be done.
 * @throws AppError `not_found` to callers on neither side, `forbidden` to the other side
 */
export async function findProblemOf(db: Executor, id: string, callerId: string, needed: Side): Promise<string> {
  const { problemId, side } = await sideOf(db, id, callerId);
  if (side !== needed) throw new AppError('forbidden', NOT_YOURS[needed]);
  return problemId;
}

/** Locks a bid's problem, and with it the bid. @throws AppError as `findProblemOf` */
export async function holdBid(tx: Tx, id: string, callerId: string, needed: Side): Promise<HeldBid> {
  const problem = await lockProblem(tx, await findProblemOf(tx, id, callerId, needed));
  // Read after the lock: as the transaction that had it before has left the bid.
  const [bid] = await tx.select().from(bids).where(eq(bids.id, id));
  if (problem === undefined || bid === undefined) throw notFound('This bid');
  return { bid, problem };
}

/** The error for an action on a bid that is no longer pending. */
function decidedErrorText({ bid, problem }: HeldBid): string {
  if (bid.status !== 'rejected') return `This bid was ${bid.status}.`;
  const isTaken = problem.status === 'in-progress' || problem.status === 'solved';
  return isTaken ? 'Another bid was accepted meanwhile.' : 'This bid was rejected.';
}

type BidAction = 'changeBid' | 'confirmBid' | 'withdrawBid' | 'acceptBid' | 'rejectBid';

const CONFIRMATION_ERRORS = {
  valid: 'This bid is confirmed already.',
  needed: 'You changed the problem after this bid. It can be accepted once its solver has confirmed it.',
};

/** Whether its problem was rewritten since the bid was made or confirmed. */
export function isOutdated({ bid, problem: { rewrittenAt } }: HeldBid): boolean {
  return rewrittenAt !== null && rewrittenAt >= getConfirmedAt(bid);
}

/** Its side is checked before (`holdBid`). @throws AppError `conflict` with the state of the bid or the problem */
export function refuseAction(action: BidAction, held: HeldBid): void {
  const confirmation = isOutdated(held) ? 'needed' : 'valid';
  const states = { bid: held.bid.status, problem: held.problem.status, confirmation } as const;
  assertTransition(action, TRANSITIONS[action].who, states, (obstacle) => {
    if (obstacle === 'confirmation') return conflict(CONFIRMATION_ERRORS[confirmation]);
    return conflict(obstacle === 'bid' ? decidedErrorText(held) : NOT_OPEN);
  });
}

/** Reads a bid as its two sides see it. */
export async function readBid(tx: Tx, id: string): Promise<BidWithSolver> {
  const [found] = await bidsWithSolver(tx).where(eq(bids.id, id));
  if (found === undefined) throw new Error('A stored bid was not found again');
  return found;
}

/** The end of every transaction that changes bids; `people` as in `addBidsChanged`. */
export async function changedBid(tx: Tx, events: Events, id: string, people: string[]): Promise<BidWithSolver> {
  const bid = await readBid(tx, id);
  await addBidsAndProblemChanged(tx, events, bid.bid.problemId, people);
  return bid;
}

/** A changed bid, with keys of files to delete after the commit. */
interface ChangedBid {
  bid: BidWithSolver;
  gone: string[];
}

async function change(tx: Tx, events: Events, solverId: string, id: string, body: ChangeBidBody): Promise<ChangedBid> {
  const held = await holdBid(tx, id, solverId, 'solver');
  assertNotTakenDown(held.problem, solverId);
  refuseAction('changeBid', held);
  await assertNotBlocked(tx, solverId, held.problem.userId, 'bid');
  const { amount, message, estimatedDays, attachments } = body;
  await tx.update(bids).set({ amount, message, estimatedDays, updatedAt: new Date() }).where(eq(bids.id, id));
  const place = { purpose: 'bid', id, ownerId: solverId } as const;
  const gone = attachments === undefined ? [] : await attachFiles(tx, place, attachments);
  return { bid: await changedBid(tx, events, id, [held.problem.userId, solverId]), gone };
}

/**
 * Changes a solver's own bid while it is pending and its problem open.
 * @returns the bid, and keys of files to delete after the commit
 * @throws AppError as `holdBid`; `conflict` with its state; `forbidden` where one of the two has blocked the other; `invalid` for files that
 *   cannot be attached
 */
export const changeBid = ({ transact }: Deps, solverId: string, id: string, body: ChangeBidBody): Promise<ChangedBid> =>
  transact((tx, events) => change(tx, events, solverId, id, body));

/**
 * Withdraws a solver's own pending bid, of a closed problem too: it is not counted any more.
 * @throws AppError as `holdBid`; `conflict` with its state
 */
export function withdrawBid({ transact }: Deps, solverId: string, id: string): Promise<BidWithSolver> {
  return transact(async (tx, events) => {
    const held = await holdBid(tx, id, solverId, 'solver');
    refuseAction('withdrawBid', held);
    await tx.update(bids).set({ status: TRANSITIONS.withdrawBid.to.bid, updatedAt: new Date() }).where(eq(bids.id, id));
    await tx
      .update(problems)
      .set({ bidCount: sql`${problems.bidCount} - 1` })
      .where(eq(problems.id, held.problem.id));
    return changedBid(tx, events, id, [held.problem.userId, solverId]);
  });
}

type Outcome = 'bid_accepted' | 'bid_declined';

/** Notifies the solver of a bid of the poster's decision. */
function notifySolver(
  tx: Tx,
  events: Events,
  poster: UserRow,
  problem: LockedProblem,
  bid: BidRow,
  outcome: Outcome,
  conversationId?: string,
): Promise<void> {
  const words = BID_TEXTS[outcome](bid.amount, problem.title);
  const talk = conversationId === undefined ? {} : { conversationId };
  return notify(tx, events, { ...words, userId: bid.solverId, actor: poster, problemId: problem.id, ...talk });
}

/** Rejects the other pending bids. */
function rejectOthers(tx: Tx, problemId: string, updatedAt: Date): Promise<BidRow[]> {
  const pending = and(eq(bids.problemId, problemId), eq(bids.status, 'pending'));
  return tx.update(bids).set({ status: TRANSITIONS.rejectBid.to.bid, updatedAt }).where(pending).returning();
}

/** Refuses terms other than those that the poster has read. @throws AppError `conflict` */
function refuseChanged({ bid }: HeldBid, { amount = bid.amount, estimatedDays = bid.estimatedDays }: AcceptBidBody): void {
  if (amount === bid.amount && estimatedDays === bid.estimatedDays) return;
  const days = bid.estimatedDays === 1 ? '1 day' : `${bid.estimatedDays} days`;
  throw conflict(
    `This bid was changed meanwhile: it is ${formatDollars(bid.amount)} in ${days} now. Accept it if that is fine, too.`,
  );
}

async function accept(tx: Tx, events: Events, poster: UserRow, id: string, read: AcceptBidBody): Promise<BidWithSolver> {
  const held = await holdBid(tx, id, poster.id, 'seeker');
  assertNotTakenDown(held.problem, poster.id);
  refuseAction('acceptBid', held);
  refuseChanged(held, read);
  const { bid, problem } = held;
  await assertNotBlocked(tx, poster.id, bid.solverId, 'accept');
  const at = new Date();
  await tx.update(bids).set({ status: TRANSITIONS.acceptBid.to.bid, updatedAt: at }).where(eq(bids.id, id));
  const others = await rejectOthers(tx, problem.id, at);
  await tx.update(problems).set({ status: TRANSITIONS.acceptBid.to.problem, updatedAt: at }).where(eq(problems.id, problem.id));
  await beginAgreement(tx, problem, bid, at);
  await recordEvent(tx, { problemId: problem.id, event: 'bid_accepted', personId: bid.solverId, at });
  const people = [poster.id, bid.solverId] as const;
  const { id: conversationId } = await openConversation(tx, { problemId: problem.id, people });
  await notifySolver(tx, events, poster, problem, bid, 'bid_accepted', conversationId);
  const rejected = others.map(({ solverId }) => solverId);
  await notifyAll(tx, events, {
    ...BID_TEXTS.bid_rejected(bid.amount, problem.title),
    userIds: rejected,
    actor: poster,
    problemId: problem.id,
  });
  return changedBid(tx, events, id, [poster.id, bid.solverId, ...rejected]);
}

/**
 * Accepts a bid in one transaction: the other bids are rejected, the problem is in progress, the conversation of the two is open,
 * and each solver is notified (product 4.11). Of two concurrent accepts, one wins.
 * @param read the terms as the poster knows them
 * @throws AppError as `holdBid`; `conflict` with the bid's state, or if its terms were changed
 */
export const acceptBid = ({ transact }: Deps, poster: UserRow, id: string, read: AcceptBidBody): Promise<BidWithSolver> =>
  transact((tx, events) => accept(tx, events, poster, id, read));

/**
 * Rejects a pending bid and notifies its solver.
 * @param reason optional, from the poster
 * @throws AppError as `holdBid`; `conflict` with the bid's state; `forbidden` for a reason while a block separates the two
 */
export function rejectBid({ transact }: Deps, poster: UserRow, id: string, reason: string | undefined): Promise<BidWithSolver> {
  return transact(async (tx, events) => {
    const held = await holdBid(tx, id, poster.id, 'seeker');
    refuseAction('rejectBid', held);
    const { bid, problem } = held;
    if (reason !== undefined && reason !== '') await assertNotBlocked(tx, poster.id, bid.solverId, 'write');
    const rejected = {
      status: TRANSITIONS.rejectBid.to.bid,
      reason: reason === undefined || reason === '' ? null : reason,
      updatedAt: new Date(),
    };
    await tx.update(bids).set(rejected).where(eq(bids.id, id));
    await notifySolver(tx, events, poster, problem, bid, 'bid_declined');
    return changedBid(tx, events, id, [poster.id, bid.solverId]);
  });
}

/**
 * Adds a bid to the poster's private shortlist, or removes it. Only the poster's other tabs are notified.
 * @throws AppError as `holdBid`
 */
export async function shortlistBid(
  { transact, realtime }: Pick<Deps, 'transact' | 'realtime'>,
  posterId: string,
  id: string,
  shortlisted: boolean,
): Promise<BidWithSolver> {
  const bid = await transact(async (tx) => {
    await holdBid(tx, id, posterId, 'seeker');
    await tx.update(bids).set({ shortlisted }).where(eq(bids.id, id));
    return readBid(tx, id);
  });
  realtime.toUser(posterId, 'bid', { problemId: bid.bid.problemId });
  return bid;
}
