import { eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/connect.ts';
import { bids } from '../schema/bids.ts';
import type { BidRow } from '../schema/bids.ts';
import { problems } from '../schema/problems.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import { lockProblem } from '../lock-problem.ts';
import type { LockedProblem } from '../lock-problem.ts';

/** A bid and its problem, which nobody else changes until the transaction ends. */
export interface HeldBid {
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
export const conflict = (sentence: string) => new AppError('conflict', sentence);

export const NOT_OPEN = 'This problem is not open for bids any more.';

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
export async function holdBid(tx: Tx, id: string, callerId: string, needed: Side): Promise<HeldBid> {
  const { problemId, side } = await sideOf(tx, id, callerId);
  if (side !== needed) throw new AppError('forbidden', NOT_YOURS[needed]);
  const problem = await lockProblem(tx, problemId);
  // Read after the lock: as whoever had it before has left the bid.
  const [bid] = await tx.select().from(bids).where(eq(bids.id, id));
  if (problem === undefined || bid === undefined) throw notFound('This bid');
  return { bid, problem };
}

/** Says what became of a bid that is not pending any more (409). */
export function refuseDecided({ bid, problem }: HeldBid): void {
  if (bid.status === 'pending') return;
  if (bid.status !== 'rejected') throw conflict(`This bid was ${bid.status}.`);
  const isTaken = problem.status === 'in-progress' || problem.status === 'solved';
  throw conflict(isTaken ? 'Another bid was accepted meanwhile.' : 'This bid was rejected.');
}

/** Refuses all but pending bids on open problems (409). */
export function refuseClosed(held: HeldBid): void {
  refuseDecided(held);
  if (held.problem.status !== 'open') throw conflict(NOT_OPEN);
}
