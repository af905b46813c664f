import { and, eq, exists, isNull, or } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { LockedProblem } from './changes.ts';
import { agreements, problems } from '../schema.ts';
import type { Executor } from '../../../platform/db/connect.ts';
import { conflict, notFound } from '../../../platform/errors/app-error.ts';

/** Problems that are not taken down (product 6.10). */
export const NOT_TAKEN_DOWN = isNull(problems.takenDownAt);

/**
 * Problems that this viewer may read: all that are not taken down, and of the others the viewer's own and those that the viewer
 * has an agreement on.
 * @param viewerId undefined, or null when the statement runs: signed out
 */
export function visibleTo(db: Executor, viewerId: string | SQLWrapper | undefined): SQL | undefined {
  if (viewerId === undefined) return NOT_TAKEN_DOWN;
  const isParty = or(eq(agreements.seekerId, viewerId), eq(agreements.solverId, viewerId));
  const agreed = db
    .select({ id: agreements.id })
    .from(agreements)
    .where(and(eq(agreements.problemId, problems.id), isParty));
  return or(NOT_TAKEN_DOWN, eq(problems.userId, viewerId), exists(agreed));
}

/**
 * Refuses actions that a taken-down problem does not allow: bid, comment, edit, invite, accept.
 * @throws AppError `conflict` to its poster, `not_found` to others
 */
export function assertNotTakenDown({ takenDownAt, userId }: LockedProblem, callerId: string): void {
  if (takenDownAt === null) return;
  throw callerId === userId ? conflict('This problem was taken down. Its page says why.') : notFound('This problem');
}
