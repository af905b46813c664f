import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { BidWithSolver } from './queries.ts';
import { holdBid, readBid } from './service.ts';
import { bids } from '../schema.ts';

/**
 * Puts a bid on its problem's poster's own list of favourites, or takes it off. Nobody else hears of it, and the bid did not change:
 * only the poster's other tabs ask again.
 * @throws AppError as `holdBid`
 */
export async function shortlistBid(
  { transact, realtime }: Pick<Deps, 'transact' | 'realtime'>,
  posterId: string,
  id: string,
  shortlisted: boolean,
): Promise<BidWithSolver> {
  const bid = await transact(async (tx) => {
    await holdBid(tx, id, posterId, 'poster');
    await tx.update(bids).set({ shortlisted }).where(eq(bids.id, id));
    return readBid(tx, id);
  });
  realtime.toUser(posterId, 'bid', { problemId: bid.bid.problemId });
  return bid;
}
