import { INVITATIONS } from '@solvent/contracts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { assertNotBlocked } from '../../accounts/index.ts';
import { notify } from '../../notifications/index.ts';
import { bids, problemInvitations, users } from '../../../schema/index.ts';
import type { UserRow } from '../../../schema/index.ts';
import { lockProblemOrThrow } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { assertNotTakenDown } from '../problems/visibility.ts';
import { PROBLEM_TEXTS } from '../problems/texts.ts';
import type { InvitationRow } from './queries.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict, notFound } from '../../../platform/errors/app-error.ts';

interface InvitationRequest {
  poster: UserRow;
  problemId: string;
  solverId: string;
}

/** Blocks a concurrent account deletion, which then removes the invitation. Users are locked before problems. */
async function lockSolver(tx: Tx, id: string): Promise<Pick<UserRow, 'id' | 'role' | 'name' | 'image'>> {
  const [solver] = await tx
    .select({ id: users.id, role: users.role, name: users.name, image: users.image })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('share');
  if (solver === undefined) throw notFound('This person');
  return solver;
}

async function lockOpenProblem(tx: Tx, posterId: string, problemId: string): Promise<LockedProblem> {
  const problem = await lockProblemOrThrow(tx, problemId);
  if (problem.userId !== posterId) throw new AppError('forbidden', 'Only the poster can invite solvers.');
  assertNotTakenDown(problem, posterId);
  if (problem.status !== 'open') throw conflict('You can invite solvers only while the problem is open.');
  return problem;
}

/** The problem is locked. @throws AppError `conflict`, or `forbidden` after a block */
async function assertInvitable(tx: Tx, posterId: string, problemId: string, solver: Pick<UserRow, 'id' | 'role'>): Promise<void> {
  if (solver.id === posterId) throw conflict('You can’t invite yourself.');
  if (solver.role !== 'solver') throw conflict('Only solvers can be invited.');
  await assertNotBlocked(tx, posterId, solver.id, 'invite');
  const ownBid = and(eq(bids.problemId, problemId), eq(bids.solverId, solver.id));
  if ((await tx.$count(bids, ownBid)) > 0) throw conflict('This solver has already bid on the problem.');
  const toProblem = eq(problemInvitations.problemId, problemId);
  if ((await tx.$count(problemInvitations, and(toProblem, eq(problemInvitations.solverId, solver.id)))) > 0)
    throw conflict('You have invited this solver already.');
  if ((await tx.$count(problemInvitations, toProblem)) >= INVITATIONS.max)
    throw conflict(`You can invite up to ${INVITATIONS.max} solvers to a problem.`);
}

/**
 * Invites a solver to bid on an own open problem, and notifies the solver (product 4.23).
 * @throws AppError `not_found`, `forbidden`, `conflict`
 */
export const inviteSolver = (
  { transact }: Pick<Deps, 'transact'>,
  { poster, problemId, solverId }: InvitationRequest,
): Promise<InvitationRow> =>
  transact(async (tx, events) => {
    const solver = await lockSolver(tx, solverId);
    const problem = await lockOpenProblem(tx, poster.id, problemId);
    await assertInvitable(tx, poster.id, problem.id, solver);
    const createdAt = new Date();
    await tx.insert(problemInvitations).values({ problemId: problem.id, solverId: solver.id, createdAt });
    const texts = PROBLEM_TEXTS.invited(problem.title);
    await notify(tx, events, { ...texts, userId: solver.id, actor: poster, problemId: problem.id });
    return { solver, hasBid: false, createdAt };
  });
