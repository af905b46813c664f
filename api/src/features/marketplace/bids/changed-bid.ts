import { eq } from 'drizzle-orm';
import type { Bid } from '@solvent/contracts';
import type { Tx } from '../../../platform/db/connect.ts';
import { bids } from '../schema/bids.ts';
import { bidsWithSolver } from '../bids-with-solver.ts';
import { presentBid } from '../present-bid.ts';
import { addBidsChanged } from '../problem-events.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** Reads a bid as its two sides see it. */
export async function readBid(tx: Tx, id: string): Promise<Bid> {
  const [found] = await bidsWithSolver(tx).where(eq(bids.id, id));
  if (found === undefined) throw new Error('A stored bid was not found again');
  return presentBid(found);
}

/** The end of every transaction that changes bids; `people` as in `addBidsChanged`. */
export async function changedBid(tx: Tx, events: Events, id: string, people: string[]): Promise<Bid> {
  const bid = await readBid(tx, id);
  await addBidsChanged(tx, events, bid.problemId, people);
  return bid;
}
