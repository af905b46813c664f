import { and, eq, lte, sql } from 'drizzle-orm';
import type { Executor } from '../db/connect.ts';
import { bids } from '../db/schema/bids.ts';
import type { BidRow } from '../db/schema/bids.ts';
import { personReviews } from '../db/schema/person-reviews.ts';
import { users } from '../db/schema/users.ts';
import type { UserRow } from '../db/schema/users.ts';

/** A bid and whose it is, with what others say of them. */
export interface BidWithSolver {
  bid: BidRow;
  solver: Pick<UserRow, 'id' | 'name' | 'image'>;
  rating: number | null;
  ratingCount: number;
}

/** A query for bids as `presentBid` takes them; conditions and order are the caller's. Reviews count once others see them. */
export function bidsWithSolver(db: Executor, now = new Date()) {
  const ratings = db
    .select({
      mean: sql<number | null>`round(avg(${personReviews.rating}), 1)::float8`.as('mean'),
      count: sql<number>`count(*)::int`.as('count'),
    })
    .from(personReviews)
    .where(and(eq(personReviews.subjectId, users.id), lte(personReviews.visibleFrom, now)))
    .as('ratings');
  return db
    .select({
      bid: bids,
      solver: { id: users.id, name: users.name, image: users.image },
      rating: ratings.mean,
      ratingCount: ratings.count,
    })
    .from(bids)
    .innerJoin(users, eq(users.id, bids.solverId))
    .crossJoinLateral(ratings)
    .$dynamic();
}
