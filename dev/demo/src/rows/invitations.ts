import type { notifications, problemInvitations } from '../../../../api/src/schema/index.ts';
import { PROBLEM_TEXTS } from '../../../../api/src/features/marketplace/texts.ts';
import { idAt } from './clock.ts';
import type { StoredProblem } from './problems.ts';

/** An invitation to a problem, and the solver's notification. */
export interface StoredInvitation {
  row: typeof problemInvitations.$inferInsert;
  notification: typeof notifications.$inferInsert;
}

/** The solvers whom a problem's seeker asked to bid, a minute after it was posted. */
export function invitationsTo({ source, row }: StoredProblem, getId: (person: string) => string): StoredInvitation[] {
  const createdAt = new Date(row.createdAt.getTime() + 60_000);
  return (source.invited ?? []).map((solver) => {
    const [problemId, solverId] = [row.id, getId(solver)];
    const notification = { ...PROBLEM_TEXTS.invited(row.title), read: true };
    const whose = { userId: solverId, actorId: getId(source.by) };
    return {
      row: { problemId, solverId, createdAt },
      notification: { id: idAt(createdAt), ...whose, ...notification, problemId, createdAt },
    };
  });
}
