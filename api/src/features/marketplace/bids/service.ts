import type { Bid, ChangeBidBody, PlaceBidBody } from '@solvent/contracts';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { users } from '../../accounts/schema.ts';
import type { UserRow } from '../../accounts/schema.ts';
import { presentBid } from './presenter.ts';
import { bidsWithSolver } from './queries.ts';
import { addBidsChanged, lockProblem, recordEvent } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { bids, problems } from '../schema.ts';
import type { BidRow } from '../schema.ts';
import { openConversation } from '../../messaging/service.ts';
import { ACTOR, notify, quoted } from '../../notifications/service.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** A bid and its problem, which nobody else changes until the transaction ends. */
interface HeldBid {
  bid: BidRow;
  problem: LockedProblem;
}

/** The side that a caller is on: who made the bid, or who posted its problem. */
type Side = 'solver' | 'poster';

const NOT_YOURS: Record<Side, string> = {
  solver: 'Only who made this bid can do that.',
  poster: 'Only who posted the problem can do that.',
};

/** 409 with what happened. */
const conflict = (sentence: string) => new AppError('conflict', sentence);

const NOT_OPEN = 'This problem is not open for bids any more.';

async function sideOf(tx: Tx, id: string, callerId: string): Promise<{ problemId: string; side: Side }> {
  const [found] = await tx
    .select({ problemId: bids.problemId, solverId: bids.solverId, posterId: problems.userId })
    .from(bids)
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .where(eq(bids.id, id));
  if (found?.solverId === callerId) return { problemId: found.problemId, side: 'solver' };
  if (found?.posterId === callerId) return { problemId: found.problemId, side: 'poster' };
  throw notFound('This bid');
}

/**
 * Locks a bid's problem, and with it the bid, for a caller on the side that may do what is to be done.
 * @throws AppError `not_found` to whom the bid is none of their business, `forbidden` to the other side
 */
async function holdBid(tx: Tx, id: string, callerId: string, needed: Side): Promise<HeldBid> {
  const { problemId, side } = await sideOf(tx, id, callerId);
  if (side !== needed) throw new AppError('forbidden', NOT_YOURS[needed]);
  const problem = await lockProblem(tx, problemId);
  // Read after the lock: as whoever had it before has left the bid.
  const [bid] = await tx.select().from(bids).where(eq(bids.id, id));
  if (problem === undefined || bid === undefined) throw notFound('This bid');
  return { bid, problem };
}

/** Says what became of a bid that is not pending any more (409). */
function refuseDecided({ bid, problem }: HeldBid): void {
  if (bid.status === 'pending') return;
  if (bid.status !== 'rejected') throw conflict(`This bid was ${bid.status}.`);
  const isTaken = problem.status === 'in-progress' || problem.status === 'solved';
  throw conflict(isTaken ? 'Another bid was accepted meanwhile.' : 'This bid was rejected.');
}

/** Refuses all but pending bids on open problems (409). */
function refuseClosed(held: HeldBid): void {
  refuseDecided(held);
  if (held.problem.status !== 'open') throw conflict(NOT_OPEN);
}

/** Titles and messages of the notifications about bids; amounts in whole US dollars. */
export const BID_WORDS = {
  new_bid: {
    title: 'New bid',
    says: (amount: number, title: string) => `${ACTOR} bid $${amount} on ${quoted(title)}`,
  },
  bid_accepted: {
    title: 'Bid accepted',
    says: (amount: number, title: string) => `${ACTOR} accepted your bid of $${amount} on ${quoted(title)}`,
  },
  bid_rejected: {
    title: 'Bid not chosen',
    says: (_amount: number, title: string) => `${ACTOR} chose another bid on ${quoted(title)}`,
  },
  /** Of type `bid_rejected`: by itself, while others still wait. */
  bid_declined: {
    title: 'Bid not chosen',
    says: (amount: number, title: string) => `${ACTOR} declined your bid of $${amount} on ${quoted(title)}`,
  },
} as const;

/** Reads a bid as its two sides see it. */
async function readBid(tx: Tx, id: string): Promise<Bid> {
  const [found] = await bidsWithSolver(tx).where(eq(bids.id, id));
  if (found === undefined) throw new Error('A stored bid was not found again');
  return presentBid(found);
}

/** The end of every transaction that changes bids; `people` as in `addBidsChanged`. */
async function changedBid(tx: Tx, events: Events, id: string, people: string[]): Promise<Bid> {
  const bid = await readBid(tx, id);
  await addBidsChanged(tx, events, bid.problemId, people);
  return bid;
}

const HAS_BID = 'You have a bid on this problem already.';

/** What a bid is placed with; a `requestKey` that the solver sent before gives the bid made then. */
interface Placing {
  solver: UserRow;
  body: PlaceBidBody;
  requestKey: string | undefined;
}

/** Nobody deletes the account before the bid is stored: the deletion then withdraws it. */
async function holdSolver(tx: Tx, id: string): Promise<void> {
  const present = and(eq(users.id, id), isNull(users.deletedAt));
  const held = await tx.select({ id: users.id }).from(users).where(present).for('share');
  if (held.length === 0) throw new AppError('unauthenticated', 'Please sign in to go on.');
}

/** The bid that this key made before. */
async function madeBefore(tx: Tx, { solver, requestKey }: Placing): Promise<Bid | undefined> {
  if (requestKey === undefined) return undefined;
  const [found] = await tx
    .select({ id: bids.id })
    .from(bids)
    .where(and(eq(bids.solverId, solver.id), eq(bids.requestKey, requestKey)));
  return found && readBid(tx, found.id);
}

/** Refuses a bid that this solver may not place on the problem, which is locked. */
async function refuseBid(tx: Tx, solverId: string, problem: LockedProblem): Promise<void> {
  if (problem.userId === solverId) throw conflict('You cannot bid on your own problem.');
  if (problem.status !== 'open') throw conflict(NOT_OPEN);
  const own = and(eq(bids.problemId, problem.id), eq(bids.solverId, solverId));
  if ((await tx.$count(bids, and(own, inArray(bids.status, ['pending', 'accepted'])))) > 0) throw conflict(HAS_BID);
}

/** The stored bid's id; undefined if the same key made a bid on another problem at this moment. */
async function store(tx: Tx, { solver, body, requestKey }: Placing): Promise<string | undefined> {
  const now = new Date();
  const { problemId, amount, message, estimatedDays } = body;
  const offer = { problemId, amount, message, estimatedDays };
  const stored = await tx
    .insert(bids)
    .values({ ...offer, solverId: solver.id, requestKey, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: [bids.solverId, bids.requestKey] })
    .returning({ id: bids.id });
  return stored[0]?.id;
}

function tellPoster(tx: Tx, events: Events, { solver, body }: Placing, problem: LockedProblem): Promise<void> {
  const { title, says } = BID_WORDS.new_bid;
  const about = { type: 'new_bid', title, message: says(body.amount, problem.title), problemId: problem.id } as const;
  return notify(tx, events, { userId: problem.userId, actor: solver, ...about });
}

async function place(tx: Tx, events: Events, placing: Placing): Promise<Bid> {
  const { solver, body } = placing;
  await holdSolver(tx, solver.id);
  const problem = await lockProblem(tx, body.problemId);
  // Asked with the lock: of two at once with one key, the second finds the first one's bid.
  const first = await madeBefore(tx, placing);
  if (first !== undefined) return first;
  if (problem === undefined) throw notFound('This problem');
  await refuseBid(tx, solver.id, problem);
  const id = await store(tx, placing);
  if (id === undefined) return (await madeBefore(tx, placing)) ?? Promise.reject(conflict(HAS_BID));
  await tx
    .update(problems)
    .set({ bidCount: sql`${problems.bidCount} + 1` })
    .where(eq(problems.id, problem.id));
  await tellPoster(tx, events, placing, problem);
  return changedBid(tx, events, id, [problem.userId, solver.id]);
}

/**
 * Places a solver's bid: bid, count and the poster's notification, or none of them.
 * @throws AppError `not_found` without such a problem; `conflict` if it is the solver's own, not open, or bid on already
 */
export const placeBid = ({ transact }: Deps, placing: Placing): Promise<Bid> =>
  transact((tx, events) => place(tx, events, placing));

/**
 * Changes a solver's own bid while it is pending and its problem open.
 * @throws AppError as `holdBid`; `conflict` with what became of it
 */
export function changeBid({ transact }: Deps, solverId: string, id: string, body: ChangeBidBody): Promise<Bid> {
  return transact(async (tx, events) => {
    const held = await holdBid(tx, id, solverId, 'solver');
    refuseClosed(held);
    const { amount, message, estimatedDays } = body;
    await tx.update(bids).set({ amount, message, estimatedDays, updatedAt: new Date() }).where(eq(bids.id, id));
    return changedBid(tx, events, id, [held.problem.userId, solverId]);
  });
}

/**
 * Withdraws a solver's own pending bid, of a closed problem too: it is not counted any more.
 * @throws AppError as `holdBid`; `conflict` with what became of it
 */
export function withdrawBid({ transact }: Deps, solverId: string, id: string): Promise<Bid> {
  return transact(async (tx, events) => {
    const held = await holdBid(tx, id, solverId, 'solver');
    refuseDecided(held);
    await tx.update(bids).set({ status: 'withdrawn', updatedAt: new Date() }).where(eq(bids.id, id));
    await tx
      .update(problems)
      .set({ bidCount: sql`${problems.bidCount} - 1` })
      .where(eq(problems.id, held.problem.id));
    return changedBid(tx, events, id, [held.problem.userId, solverId]);
  });
}

type Outcome = 'bid_accepted' | 'bid_rejected' | 'bid_declined';

/** Tells the solver of a bid what its problem's poster has decided. */
function tellSolver(
  tx: Tx,
  events: Events,
  poster: UserRow,
  problem: LockedProblem,
  bid: BidRow,
  outcome: Outcome,
  conversationId?: string,
): Promise<void> {
  const { title, says } = BID_WORDS[outcome];
  const type = outcome === 'bid_declined' ? 'bid_rejected' : outcome;
  const about = { type, title, message: says(bid.amount, problem.title), problemId: problem.id } as const;
  const talk = conversationId === undefined ? {} : { conversationId };
  return notify(tx, events, { userId: bid.solverId, actor: poster, ...about, ...talk });
}

/** Rejects the pending bids that are left. */
function rejectOthers(tx: Tx, problemId: string, updatedAt: Date): Promise<BidRow[]> {
  const pending = and(eq(bids.problemId, problemId), eq(bids.status, 'pending'));
  return tx.update(bids).set({ status: 'rejected', updatedAt }).where(pending).returning();
}

async function accept(tx: Tx, events: Events, poster: UserRow, id: string): Promise<Bid> {
  const held = await holdBid(tx, id, poster.id, 'poster');
  refuseClosed(held);
  const { bid, problem } = held;
  const at = new Date();
  await tx.update(bids).set({ status: 'accepted', updatedAt: at }).where(eq(bids.id, id));
  const others = await rejectOthers(tx, problem.id, at);
  await tx.update(problems).set({ status: 'in-progress', updatedAt: at }).where(eq(problems.id, problem.id));
  await recordEvent(tx, { problemId: problem.id, event: 'bid_accepted', personId: bid.solverId, at });
  const people = [poster.id, bid.solverId] as const;
  const { id: conversationId } = await openConversation(tx, { problemId: problem.id, people });
  await tellSolver(tx, events, poster, problem, bid, 'bid_accepted', conversationId);
  for (const other of others) await tellSolver(tx, events, poster, problem, other, 'bid_rejected');
  return changedBid(tx, events, id, [poster.id, bid.solverId, ...others.map(({ solverId }) => solverId)]);
}

/**
 * Accepts a bid, in one transaction with all that follows from it: the others are rejected, the problem is in progress, the
 * conversation of the two is open, each solver is told (product 4.11). Of two accepts at once, one wins.
 * @throws AppError as `holdBid`; `conflict` with what happened instead
 */
export const acceptBid = ({ transact }: Deps, poster: UserRow, id: string): Promise<Bid> =>
  transact((tx, events) => accept(tx, events, poster, id));

/**
 * Rejects a pending bid and tells its solver.
 * @param reason why, where the poster says so
 * @throws AppError as `holdBid`; `conflict` with what happened instead
 */
export function rejectBid({ transact }: Deps, poster: UserRow, id: string, reason: string | undefined): Promise<Bid> {
  return transact(async (tx, events) => {
    const held = await holdBid(tx, id, poster.id, 'poster');
    refuseClosed(held);
    const { bid, problem } = held;
    const rejected = {
      status: 'rejected' as const,
      reason: reason === undefined || reason === '' ? null : reason,
      updatedAt: new Date(),
    };
    await tx.update(bids).set(rejected).where(eq(bids.id, id));
    await tellSolver(tx, events, poster, problem, bid, 'bid_declined');
    return changedBid(tx, events, id, [poster.id, bid.solverId]);
  });
}
