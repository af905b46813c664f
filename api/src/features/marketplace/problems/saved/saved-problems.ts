import { and, desc, eq } from 'drizzle-orm';
import type { Executor } from '../../../../platform/db/connect.ts';
import { problems, savedProblems } from '../../schema/problems.ts';
import { users } from '../../../accounts/schema/users.ts';
import { notFound } from '../../../../platform/errors/app-error.ts';
import type { ProblemPage } from '../list-problems.ts';
import { CARD_COLUMNS } from '../stretch.ts';

/** Keeps a problem for somebody; one that is kept already stays where it is. @throws AppError `not_found` */
export async function saveProblem(db: Executor, userId: string, problemId: string): Promise<void> {
  if ((await db.$count(problems, eq(problems.id, problemId))) === 0) throw notFound('This problem');
  await db.insert(savedProblems).values({ userId, problemId, savedAt: new Date() }).onConflictDoNothing();
}

/** Lets go of a problem, if it is kept. */
export async function forgetProblem(db: Executor, userId: string, problemId: string): Promise<void> {
  await db.delete(savedProblems).where(and(eq(savedProblems.userId, userId), eq(savedProblems.problemId, problemId)));
}

/** One page of what somebody keeps, the latest saved first; what was closed since stays among them. */
export async function listSaved(
  db: Executor,
  userId: string,
  { page, limit }: { page: number; limit: number },
): Promise<ProblemPage> {
  const own = eq(savedProblems.userId, userId);
  const cards = await db
    .select(CARD_COLUMNS)
    .from(savedProblems)
    .innerJoin(problems, eq(problems.id, savedProblems.problemId))
    .innerJoin(users, eq(users.id, problems.userId))
    .where(own)
    .orderBy(desc(savedProblems.savedAt), desc(savedProblems.problemId))
    .limit(limit)
    .offset((page - 1) * limit);
  return { cards, total: await db.$count(savedProblems, own) };
}
