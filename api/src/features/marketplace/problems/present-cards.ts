import { and, eq, inArray } from 'drizzle-orm';
import type { ProblemListItem } from '@solvent/contracts';
import type { Executor } from '../../../platform/db/connect.ts';
import { savedProblems } from '../schema/problems.ts';
import { presentCard } from './presenter.ts';
import type { ProblemCard } from './presenter.ts';

/** Which of these problems a person saved. */
async function savedAmong(db: Executor, userId: string, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: savedProblems.problemId })
    .from(savedProblems)
    .where(and(eq(savedProblems.userId, userId), inArray(savedProblems.problemId, ids)));
  return new Set(rows.map(({ id }) => id));
}

/** A list's cards as this viewer sees them: one query more for the signed-in, none for others. */
export async function presentCards(db: Executor, cards: ProblemCard[], viewerId: string | undefined): Promise<ProblemListItem[]> {
  if (viewerId === undefined || cards.length === 0) return cards.map((card) => presentCard(card, false));
  const ids = cards.map(({ id }) => id);
  const saved = await savedAmong(db, viewerId, ids);
  return cards.map((card) => presentCard(card, saved.has(card.id)));
}
