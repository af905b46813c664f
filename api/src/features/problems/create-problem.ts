import { and, eq } from 'drizzle-orm';
import type { CreateProblemBody } from '@solvent/contracts';
import type { Db } from '../../platform/db/connect.ts';
import { problems } from '../../platform/db/schema/problems.ts';
import { findProblem } from './problem-detail.ts';
import type { ProblemDetail } from './presenter.ts';
import { summarise } from './summary.ts';

/** `['React', 'react ']` is one tag: the first way of writing it stays. */
function withoutRepeats(tags: string[]): string[] {
  const seen = new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag]));
  return [...seen.values()].toReversed();
}

/** The problem that this key made before. */
async function madeBefore(db: Db, userId: string, requestKey: string): Promise<string | undefined> {
  const found = await db
    .select({ id: problems.id })
    .from(problems)
    .where(and(eq(problems.userId, userId), eq(problems.requestKey, requestKey)));
  return found[0]?.id;
}

/**
 * Stores a seeker's problem.
 * @param requestKey a key that the seeker sent before gives the problem made then, and makes none: also of two at once
 */
export async function createProblem(
  db: Db,
  userId: string,
  body: CreateProblemBody,
  requestKey?: string,
): Promise<ProblemDetail> {
  const now = new Date();
  const { title, body: text, category, budget } = body;
  const stored = await db
    .insert(problems)
    .values({
      userId,
      title,
      body: text,
      description: summarise(text),
      category,
      tags: withoutRepeats(body.tags),
      budget,
      requestKey,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: [problems.userId, problems.requestKey] })
    .returning({ id: problems.id });
  const id = stored[0]?.id ?? (requestKey === undefined ? undefined : await madeBefore(db, userId, requestKey));
  const problem = id === undefined ? undefined : await findProblem(db, id);
  if (problem === undefined) throw new Error('A stored problem was not found again');
  return problem;
}
