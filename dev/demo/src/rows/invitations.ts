import type { notifications, problemInvitations } from '../../../../api/src/schema/index.ts';
import { PROBLEM_TEXTS } from '../../../../api/src/features/marketplace/texts.ts';
import { createIdAt } from './clock.ts';
import type { ProblemRows } from './problems.ts';

/** An invitation and the solver's notification about it. */
export interface InvitationRows {
  row: typeof problemInvitations.$inferInsert;
  notification: typeof notifications.$inferInsert;
}

/** Builds the invitations of a problem, a minute after it was posted. */
export function buildInvitations({ source, row }: ProblemRows, getId: (person: string) => string): InvitationRows[] {
  const createdAt = new Date(row.createdAt.getTime() + 60_000);
  return (source.invited ?? []).map((solver) => {
    const [problemId, solverId] = [row.id, getId(solver)];
    const notification = { ...PROBLEM_TEXTS.invited(row.title), read: true };
    const whose = { userId: solverId, actorId: getId(source.by) };
    return {
      row: { problemId, solverId, createdAt },
      notification: { id: createIdAt(createdAt), ...whose, ...notification, problemId, createdAt },
    };
  });
}
