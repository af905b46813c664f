import { eq } from 'drizzle-orm';
import type { PersonRating } from '@solvent/contracts';
import type { Executor } from '../../platform/db/connect.ts';
import { bids } from './schema/bids.ts';
import type { BidRow } from './schema/bids.ts';
import { users } from '../accounts/schema/users.ts';
import type { UserRow } from '../accounts/schema/users.ts';
import { personRatings } from './person-ratings.ts';

/** A bid and whose it is, with what others say of them. */
export interface BidWithSolver extends PersonRating {
  bid: BidRow;
  solver: Pick<UserRow, 'id' | 'name' | 'image'>;
}

/** A query for bids as `presentBid` takes them; conditions and order are the caller's. */
export function bidsWithSolver(db: Executor, now = new Date()) {
  const ratings = personRatings(db, now);
  return db
    .select({
      bid: bids,
      solver: { id: users.id, name: users.name, image: users.image },
      rating: ratings.rating,
      ratingCount: ratings.ratingCount,
    })
    .from(bids)
    .innerJoin(users, eq(users.id, bids.solverId))
    .crossJoinLateral(ratings)
    .$dynamic();
}
