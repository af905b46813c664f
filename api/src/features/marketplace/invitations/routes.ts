import { INVITATIONS } from '@solvent/contracts';
import type { Invitation } from '@solvent/contracts';
import { inviteRules, invitingQueryRules } from '@solvent/contracts/rules/invitations';
import {
  invitationResponse,
  invitationsResponse,
  invitingProblemsResponse,
  suggestedSolversResponse,
} from '@solvent/contracts/schemas';
import { and, eq, isNull } from 'drizzle-orm';
import { presentPerson, requireCaller, assertNotBlocked } from '../../accounts/index.ts';
import type { Feature } from '../../../platform/http/app.ts';
import type { Deps } from '../deps.ts';
import { findOwnProblem, listInvitations, listInvitingProblems, suggestSolvers } from './queries.ts';
import type { InvitationRow } from './queries.ts';
import { idParams } from '../../../platform/http/params.ts';
import { notify } from '../../notifications/index.ts';
import { bids, problemInvitations, users } from '../../../schema/index.ts';
import type { UserRow } from '../../../schema/index.ts';
import { lockProblemOrThrow, assertNotTakenDown } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { PROBLEM_TEXTS } from '../texts.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict, notFound } from '../../../platform/errors/app-error.ts';

const presentInvitation = ({ solver: invited, hasBid, createdAt }: InvitationRow): Invitation => ({
  solver: presentPerson(invited),
  state: hasBid ? 'bid' : 'waiting',
  createdAt: createdAt.toISOString(),
});

/** Inviting solvers to bid (product 7.16). Allowed for the poster in either role. */
export const invitationsFeature: Feature<Deps> = (app, deps) => {
  const { db } = deps;
  const access = 'signed-in';
  const schema = { tags: ['invitations'], params: idParams };

  app.post(
    '/problems/:id/invitations',
    { config: { access, limit: 'invitations' }, schema: { ...schema, body: inviteRules, response: { 201: invitationResponse } } },
    async (request, reply) => {
      const { user: poster } = requireCaller(request);
      const solverId = request.body.solverId.toLowerCase();
      const stored = await inviteSolver(deps, { poster, problemId: request.params.id, solverId });
      reply.code(201);
      return { invitation: presentInvitation(stored) };
    },
  );
  app.get(
    '/problems/:id/invitations',
    { config: { access }, schema: { ...schema, response: { 200: invitationsResponse } } },
    async (request) => {
      const { id } = await findOwnProblem(db, request.params.id, requireCaller(request).user.id);
      return { invitations: (await listInvitations(db, id)).map(presentInvitation) };
    },
  );
  app.get(
    '/problems/:id/suggested-solvers',
    { config: { access, limit: 'search' }, schema: { ...schema, response: { 200: suggestedSolversResponse } } },
    async (request) => ({
      solvers: await suggestSolvers(db, await findOwnProblem(db, request.params.id, requireCaller(request).user.id)),
    }),
  );
  app.get(
    '/problems/inviting',
    {
      config: { access },
      schema: { tags: ['invitations'], querystring: invitingQueryRules, response: { 200: invitingProblemsResponse } },
    },
    async (request) => ({ problems: await listInvitingProblems(db, requireCaller(request).user.id, request.query.solverId) }),
  );
};

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
const inviteSolver = (
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
