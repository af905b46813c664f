import { and, eq, exists, isNull, or } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { LockedProblem } from './changes.ts';
import { agreements, problems } from '../../../schema/index.ts';
import type { Executor } from '../../../platform/db/connect.ts';
import { conflict, notFound } from '../../../platform/errors/app-error.ts';

export const NOT_TAKEN_DOWN = isNull(problems.takenDownAt);

/** Product 6.10. @param viewerId undefined, or null when the statement runs, for visitors */
export function visibleTo(db: Executor, viewerId: string | SQLWrapper | undefined): SQL | undefined {
  if (viewerId === undefined) return NOT_TAKEN_DOWN;
  const isParty = or(eq(agreements.seekerId, viewerId), eq(agreements.solverId, viewerId));
  const agreed = db
    .select({ id: agreements.id })
    .from(agreements)
    .where(and(eq(agreements.problemId, problems.id), isParty));
  return or(NOT_TAKEN_DOWN, eq(problems.userId, viewerId), exists(agreed));
}

/** @throws AppError for a taken-down problem: `conflict` for its poster, `not_found` for others */
export function assertNotTakenDown({ takenDownAt, userId }: LockedProblem, callerId: string): void {
  if (takenDownAt === null) return;
  throw callerId === userId ? conflict('This problem was taken down. Its page says why.') : notFound('This problem');
}
