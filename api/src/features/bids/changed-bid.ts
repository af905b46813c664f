import { eq } from 'drizzle-orm';
import type { Bid } from '@solvent/contracts';
import type { Tx } from '../../platform/db/connect.ts';
import { bids } from '../../platform/db/schema/bids.ts';
import type { Deps } from '../../platform/deps.ts';
import { announceChange } from '../../platform/marketplace/announce-change.ts';
import { bidsWithSolver } from '../../platform/marketplace/bids-with-solver.ts';
import { presentBid } from '../../platform/marketplace/present-bid.ts';
import type { Announce } from '../../platform/notifications/notify.ts';

/** A bid after it was changed, and what is to be announced of it after the commit. */
export interface ChangedBid {
  bid: Bid;
  announcements: Announce[];
}

/** Reads a bid as its two sides see it. */
export async function readBid(tx: Tx, id: string): Promise<Bid> {
  const [found] = await bidsWithSolver(tx).where(eq(bids.id, id));
  if (found === undefined) throw new Error('A stored bid was not found again');
  return presentBid(found);
}

/** The end of every transaction that changes bids; `people` as in `announceChange`, `told` are its notifications. */
export async function changedBid(
  tx: Tx,
  { realtime }: Deps,
  id: string,
  people: string[],
  told: Announce[] = [],
): Promise<ChangedBid> {
  const bid = await readBid(tx, id);
  return { bid, announcements: [...told, await announceChange(tx, realtime, bid.problemId, people)] };
}

/** Runs a change of bids in one transaction, and announces it once it is through. */
export async function changeInOneGo(deps: Deps, change: (tx: Tx) => Promise<ChangedBid>): Promise<Bid> {
  const { bid, announcements } = await deps.db.transaction(change);
  for (const announce of announcements) announce();
  return bid;
}
