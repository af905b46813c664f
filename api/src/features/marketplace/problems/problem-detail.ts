import { and, eq, exists, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/db/connect.ts';
import { problems, problemViews, savedProblems } from '../schema/problems.ts';
import { users } from '../../accounts/schema/users.ts';
import { personRatings } from '../person-ratings.ts';
import { attachmentsOf } from './attachments/attachments-of.ts';
import { reviewsFor } from './detail/reviews.ts';
import { timelineOf } from './detail/timeline.ts';
import { bidsFor } from './detail/viewer-bids.ts';
import type { ProblemDetail } from './presenter.ts';
import { CARD_COLUMNS } from './stretch.ts';

/** The problem itself: undefined if there is none. */
async function findRow(db: Executor, id: string, viewerId: string | undefined) {
  const saves = db.select({ id: savedProblems.problemId }).from(savedProblems);
  const savedBy = (userId: string) =>
    exists(saves.where(and(eq(savedProblems.problemId, problems.id), eq(savedProblems.userId, userId))));
  const ratings = personRatings(db);
  const found = await db
    .select({
      ...CARD_COLUMNS,
      posterRating: { rating: ratings.rating, ratingCount: ratings.ratingCount },
      body: problems.body,
      updatedAt: problems.updatedAt,
      solvedAt: problems.solvedAt,
      viewCount: problemViews.count,
      savedByMe: viewerId === undefined ? sql<boolean>`false` : sql<boolean>`${savedBy(viewerId)}`,
    })
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .crossJoinLateral(ratings)
    .leftJoin(problemViews, eq(problemViews.problemId, problems.id))
    .where(eq(problems.id, id));
  return found[0];
}

/**
 * A problem with all that its page shows to this viewer (api "Entities"); undefined if there is none.
 * @param viewerId who looks; absent for the signed-out
 */
export async function findProblem(db: Executor, id: string, viewerId?: string): Promise<ProblemDetail | undefined> {
  const row = await findRow(db, id, viewerId);
  if (row === undefined) return undefined;
  const { poster, solvedAt, ...rest } = row;
  const bids = await bidsFor(db, { id, posterId: poster.id }, viewerId);
  return {
    ...rest,
    poster,
    attachments: await attachmentsOf(db, id),
    ...(await timelineOf(db, row)),
    ...bids,
    ...(await reviewsFor(db, { id, status: row.status, posterId: poster.id, solvedAt }, bids.acceptedBid, viewerId)),
  };
}

/** Counts one reader. */
export async function countView(db: Executor, problemId: string): Promise<void> {
  await db
    .insert(problemViews)
    .values({ problemId, count: 1 })
    .onConflictDoUpdate({ target: problemViews.problemId, set: { count: sql`${problemViews.count} + 1` } });
}

/** How many problems of each category are open. */
export async function countOpen(db: Executor): Promise<Map<string, number>> {
  const rows = await db
    .select({ category: problems.category, count: sql<number>`count(*)::int` })
    .from(problems)
    .where(eq(problems.status, 'open'))
    .groupBy(problems.category);
  return new Map(rows.map(({ category, count }) => [category, count]));
}
