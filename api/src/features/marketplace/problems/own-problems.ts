import type { OwnProblemsResponse, ProblemStatus } from '@solvent/contracts';
import type { userProblemsQueryRules } from '@solvent/contracts/rules/queries';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { InferType } from 'yup';
import { problems, users } from '../../../schema/index.ts';
import { nestedTakeDown, presentTakeDown } from '../../moderation/index.ts';
import { selectAgreedAmount, nestedProblemWork, presentProblemWork } from './work.ts';
import { updateColumns } from './updates.ts';
import { cardColumns, presentCard } from './presenter.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { buildPaging } from '../../../platform/http/paging.ts';

export const hasStatus = (status: ProblemStatus | undefined): SQL | undefined =>
  status === undefined ? undefined : eq(problems.status, status);

async function countOwnProblems(db: Db, posterId: string): Promise<OwnProblemsResponse['counts']> {
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

/** A poster's problems with bids and questions to handle, newest first (product 2.50). */
export async function listOwnProblems(
  db: Db,
  posterId: string,
  { status, page, limit }: InferType<typeof userProblemsQueryRules>,
): Promise<OwnProblemsResponse> {
  const rows = db
    .select({
      ...cardColumns(db, posterId),
      ...updateColumns(db),
      work: nestedProblemWork(db),
      agreedAmount: selectAgreedAmount(db),
      takeDowns: nestedTakeDown(db, problems.id),
    })
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(and(eq(problems.userId, posterId), hasStatus(status)))
    .orderBy(desc(problems.createdAt), desc(problems.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [own, counts] = await Promise.all([rows, countOwnProblems(db, posterId)]);
  const total = counts[status ?? 'all'];
  return {
    problems: own.map(({ work, takeDowns, ...card }) => ({
      ...presentCard(card),
      work: presentProblemWork(work),
      ...presentTakeDown(takeDowns),
    })),
    counts,
    total,
    ...buildPaging({ page, limit }, total),
  };
}
