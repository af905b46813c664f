import type { problemInvitations } from '../../../../api/src/features/marketplace/schema.ts';
import { PROBLEM_TEXTS } from '../../../../api/src/features/marketplace/problems/texts.ts';
import type { notifications } from '../../../../api/src/features/notifications/schema.ts';
import { idAt } from './clock.ts';
import type { StoredProblem } from './problems.ts';

/** An invitation to a problem, and what the solver was told. */
export interface StoredInvitation {
  row: typeof problemInvitations.$inferInsert;
  notification: typeof notifications.$inferInsert;
}

/** The solvers whom a problem's seeker asked to bid, a minute after it was posted. */
export function invitationsTo({ source, row }: StoredProblem, idOf: (person: string) => string): StoredInvitation[] {
  const createdAt = new Date(row.createdAt.getTime() + 60_000);
  return (source.invited ?? []).map((solver) => {
    const [problemId, solverId] = [row.id, idOf(solver)];
    const told = { ...PROBLEM_TEXTS.invited(row.title), read: true };
    const whose = { userId: solverId, actorId: idOf(source.by) };
    return {
      row: { problemId, solverId, createdAt },
      notification: { id: idAt(createdAt), ...whose, ...told, problemId, createdAt },
    };
  });
}
