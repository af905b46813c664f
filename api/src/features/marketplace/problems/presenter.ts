import { and, eq, exists, sql } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { PERSON_COLUMNS } from '../../accounts/index.ts';
import { problems, savedProblems } from '../../../schema/index.ts';
import type { Executor } from '../../../platform/db/connect.ts';

/** Selects whether the viewer saved the outer query's problem. @param viewerId undefined, or null when the statement runs, for visitors */
function savedBy(db: Executor, viewerId: string | SQLWrapper | undefined) {
  if (viewerId === undefined) return sql<boolean>`false`;
  const saved = db
    .select({ id: savedProblems.problemId })
    .from(savedProblems)
    .where(and(eq(savedProblems.problemId, problems.id), eq(savedProblems.userId, viewerId)));
  return sql<boolean>`${exists(saved)}`;
}

/** Columns of a card, for queries that join the poster from `users`. Omits the body, which is most of a row. */
export function cardColumns(db: Executor, viewerId: string | SQLWrapper | undefined) {
  const { id: _id, title, description, category, tags, bidCount, status, budget, doneBy, createdAt } = problems;
  const user = PERSON_COLUMNS;
  const savedByMe = savedBy(db, viewerId);
  return { _id, title, description, category, tags, bidCount, status, budget, doneBy, createdAt, user, savedByMe };
}

export type ProblemCard = SelectResultFields<ReturnType<typeof cardColumns>>;
