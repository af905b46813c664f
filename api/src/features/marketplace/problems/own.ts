import type { OwnProblemsResponse, ProblemStatus } from '@solvent/contracts';
import type { userProblemsQueryRules } from '@solvent/contracts/rules/queries';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { InferType } from 'yup';
import { users } from '../../accounts/schema.ts';
import { nestedTakeDown, presentTakeDown } from '../../moderation/service.ts';
import { agreedAmountOf, nestedWorkOn, presentWorkOn } from './work.ts';
import { newsColumns } from './updates.ts';
import { cardColumns, presentCard } from './presenter.ts';
import { problems } from '../schema.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { buildPaging } from '../../../platform/http/paging.ts';

/** A condition on the state; none for all of them. */
export const withStatus = (status: ProblemStatus | undefined): SQL | undefined =>
  status === undefined ? undefined : eq(problems.status, status);

/** How many problems of each state somebody posted, and of all. */
async function countOwn(db: Db, posterId: string): Promise<OwnProblemsResponse['counts']> {
  const rows = await db
    .select({ status: problems.status, count: sql<number>`count(*)::int` })
    .from(problems)
    .where(eq(problems.userId, posterId))
    .groupBy(problems.status);
  const counts = { all: 0, open: 0, 'in-progress': 0, solved: 0, closed: 0 };
  for (const { status, count } of rows) {
    counts[status] = count;
    counts.all += count;
  }
  return counts;
}

type OwnQuery = Omit<InferType<typeof userProblemsQueryRules>, 'userId'>;

/** A page of the problems that somebody posted, the newest first, with what waits for them (product 2.50). */
export async function listOwnProblems(db: Db, posterId: string, { status, page, limit }: OwnQuery): Promise<OwnProblemsResponse> {
  const rows = db
    .select({
      ...cardColumns(db, posterId),
      ...newsColumns(db),
      work: nestedWorkOn(db),
      agreedAmount: agreedAmountOf(db),
      takeDowns: nestedTakeDown(db, problems.id),
    })
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(and(eq(problems.userId, posterId), withStatus(status)))
    .orderBy(desc(problems.createdAt), desc(problems.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [own, counts] = await Promise.all([rows, countOwn(db, posterId)]);
  const total = counts[status ?? 'all'];
  return {
    problems: own.map(({ pendingBids, newBids, openQuestions, work, agreedAmount, takeDowns, ...card }) => ({
      ...presentCard(card),
      pendingBids,
      newBids,
      openQuestions,
      work: presentWorkOn(work),
      agreedAmount,
      ...presentTakeDown(takeDowns),
    })),
    counts,
    total,
    ...buildPaging({ page, limit }, total),
  };
}
