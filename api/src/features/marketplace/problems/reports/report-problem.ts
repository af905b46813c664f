import { eq } from 'drizzle-orm';
import type { ProblemReportBody } from '@solvent/contracts';
import type { Executor } from '../../../../platform/db/connect.ts';
import { problemReports, problems } from '../../schema/problems.ts';
import { AppError, notFound } from '../../../../platform/errors/app-error.ts';

/**
 * Keeps what somebody says against a problem, for the team; a second time replaces the first.
 * @throws AppError `not_found`; `conflict` for one's own problem
 */
export async function reportProblem(
  db: Executor,
  userId: string,
  problemId: string,
  { reason, description = '' }: ProblemReportBody,
): Promise<void> {
  const [problem] = await db.select({ posterId: problems.userId }).from(problems).where(eq(problems.id, problemId));
  if (problem === undefined) throw notFound('This problem');
  if (problem.posterId === userId) throw new AppError('conflict', 'This is your own problem: you can edit or close it.');
  const said = { reason, description, createdAt: new Date() };
  await db
    .insert(problemReports)
    .values({ problemId, userId, ...said })
    .onConflictDoUpdate({ target: [problemReports.problemId, problemReports.userId], set: said });
}
