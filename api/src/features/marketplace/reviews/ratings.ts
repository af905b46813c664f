import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { isReviewPublic } from './queries.ts';
import { bids, personReviews, problems, users } from '../../../schema/index.ts';
import type { Executor } from '../../../platform/db/connect.ts';

export const RATING_COLUMNS = {
  rating: sql<number | null>`round(avg(${personReviews.rating}), 1)::float8`,
  ratingCount: sql<number>`count(*)::int`,
};

export function countSolvedForOthers(db: Executor): SQL<number> {
  const solved = db.select({ id: problems.id }).from(problems).where(eq(problems.status, 'solved'));
  const accepted = and(eq(bids.solverId, users.id), eq(bids.status, 'accepted'), inArray(bids.problemId, solved));
  return db.$count(bids, accepted);
}

/** Ratings from public reviews, for a lateral join with `users`. */
export function personRatings(db: Executor, now: Date | SQLWrapper = new Date()) {
  return db
    .select({ rating: RATING_COLUMNS.rating.as('rating'), ratingCount: RATING_COLUMNS.ratingCount.as('rating_count') })
    .from(personReviews)
    .where(and(eq(personReviews.subjectId, users.id), isReviewPublic(now)))
    .as('ratings');
}
