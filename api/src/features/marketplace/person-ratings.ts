import { and, eq, lte, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/db/connect.ts';
import { personReviews } from './schema/person-reviews.ts';
import { users } from '../accounts/schema/users.ts';

/** The mean of reviews, to one decimal, and how many there are. */
export const RATING = {
  rating: sql<number | null>`round(avg(${personReviews.rating}), 1)::float8`,
  ratingCount: sql<number>`count(*)::int`,
};

/** What others say of each person that a query joins from `users`: join it laterally. Reviews count once others see them. */
export function personRatings(db: Executor, now = new Date()) {
  return db
    .select({ rating: RATING.rating.as('rating'), ratingCount: RATING.ratingCount.as('rating_count') })
    .from(personReviews)
    .where(and(eq(personReviews.subjectId, users.id), lte(personReviews.visibleFrom, now)))
    .as('ratings');
}
