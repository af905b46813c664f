import { INVITATIONS } from '@solvent/contracts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { assertNotBlocked } from '../../accounts/service.ts';
import { users } from '../../accounts/schema.ts';
import type { UserRow } from '../../accounts/schema.ts';
import { notify } from '../../notifications/service.ts';
import { lockProblemOrThrow } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { assertNotTakenDown } from '../problems/visibility.ts';
import { PROBLEM_TEXTS } from '../problems/texts.ts';
import { bids, problemInvitations } from '../schema.ts';
import { readInvitation } from './queries.ts';
import type { InvitationRow } from './queries.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict, notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** Who invites whom to bid on what. */
interface InvitationRequest {
  poster: UserRow;
  problemId: string;
  solverId: string;
}

/** Nobody deletes the account before the invitation is stored: the deletion then takes it away. Before the problem, as who bids. */
async function lockSolver(tx: Tx, id: string): Promise<Pick<UserRow, 'id' | 'role'>> {
  const present = and(eq(users.id, id), isNull(users.deletedAt));
  const [solver] = await tx.select({ id: users.id, role: users.role }).from(users).where(present).for('share');
  if (solver === undefined) throw notFound('This person');
  return solver;
}

async function lockOpenProblem(tx: Tx, { poster, problemId }: InvitationRequest): Promise<LockedProblem> {
  const problem = await lockProblemOrThrow(tx, problemId);
  if (problem.userId !== poster.id) throw new AppError('forbidden', 'Only who posted the problem can invite solvers.');
  assertNotTakenDown(problem, poster.id);
  if (problem.status !== 'open') throw conflict('Solvers can be invited while a problem is open.');
  return problem;
}

/** Refuses who cannot be asked, or was, to a problem which is locked. */
async function assertInvitable(tx: Tx, posterId: string, problemId: string, solver: Pick<UserRow, 'id' | 'role'>): Promise<void> {
  if (solver.id === posterId) throw conflict('This is you: invite somebody else.');
  if (solver.role !== 'solver') throw conflict('This person is not a solver, and cannot bid.');
  await assertNotBlocked(tx, posterId, solver.id, 'invite');
  const isTheirs = and(eq(bids.problemId, problemId), eq(bids.solverId, solver.id));
  if ((await tx.$count(bids, isTheirs)) > 0) throw conflict('This solver has bid on the problem already.');
  const toProblem = eq(problemInvitations.problemId, problemId);
  if ((await tx.$count(problemInvitations, and(toProblem, eq(problemInvitations.solverId, solver.id)))) > 0)
    throw conflict('You have invited this solver already.');
  if ((await tx.$count(problemInvitations, toProblem)) >= INVITATIONS.max)
    throw conflict(`You can invite up to ${INVITATIONS.max} solvers to a problem.`);
}

async function invite(tx: Tx, events: Events, inviting: InvitationRequest): Promise<InvitationRow> {
  const { poster } = inviting;
  const solver = await lockSolver(tx, inviting.solverId);
  const problem = await lockOpenProblem(tx, inviting);
  await assertInvitable(tx, poster.id, problem.id, solver);
  await tx.insert(problemInvitations).values({ problemId: problem.id, solverId: solver.id, createdAt: new Date() });
  const words = PROBLEM_TEXTS.invited(problem.title);
  await notify(tx, events, { ...words, userId: solver.id, actor: poster, problemId: problem.id });
  return readInvitation(tx, problem.id, solver.id);
}

/**
 * Asks a solver to bid on an own open problem, and tells them: both, or nothing (product 4.23). Of two at once, one is refused.
 * @throws AppError `not_found` without such a problem or person; `forbidden` to who did not post it, and between people one of whom
 *   has blocked the other; `conflict` with a sentence for who cannot be asked, or was
 */
export const inviteSolver = ({ transact }: Pick<Deps, 'transact'>, inviting: InvitationRequest): Promise<InvitationRow> =>
  transact((tx, events) => invite(tx, events, inviting));
