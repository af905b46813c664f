import { eq, sql } from 'drizzle-orm';
import type { Bid, ChangeBidBody } from '@solvent/contracts';
import { bids } from '../schema/bids.ts';
import { problems } from '../schema/problems.ts';
import type { Deps } from '../../../deps.ts';
import { changedBid } from './changed-bid.ts';
import { holdBid, refuseClosed, refuseDecided } from './held-bid.ts';

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
