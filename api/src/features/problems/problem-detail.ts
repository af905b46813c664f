import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/db/connect.ts';
import { problems, problemViews } from '../../platform/db/schema/problems.ts';
import { users } from '../../platform/db/schema/users.ts';
import { CARD_COLUMNS } from './list-problems.ts';
import type { ProblemDetail } from './presenter.ts';

/** A problem with all that its page shows; undefined if there is none. */
export async function findProblem(db: Executor, id: string): Promise<ProblemDetail | undefined> {
  const found = await db
    .select({ ...CARD_COLUMNS, body: problems.body, updatedAt: problems.updatedAt, viewCount: problemViews.count })
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .leftJoin(problemViews, eq(problemViews.problemId, problems.id))
    .where(eq(problems.id, id));
  return found[0];
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
