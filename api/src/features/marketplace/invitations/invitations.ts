import { INVITATIONS } from '@solvent/contracts';
import type { Invitation, InvitationState, InvitingProblem, SuggestedSolver } from '@solvent/contracts';
import { inviteRules, invitingQueryRules } from '@solvent/contracts/rules/invitations';
import {
  invitationResponse,
  invitationsResponse,
  invitingProblemsResponse,
  suggestedSolversResponse,
} from '@solvent/contracts/schemas';
import { and, desc, eq, isNull, ne, notInArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import {
  PERSON_COLUMNS,
  assertNotBlocked,
  hasBlockBetween,
  lockUser,
  presentPerson,
  requireCaller,
  toIsoDates,
} from '../../accounts/index.ts';
import { REPLY_MINUTES } from '../../messaging/index.ts';
import { notify } from '../../notifications/index.ts';
import { hasBid } from '../bids/queries.ts';
import type { Deps } from '../deps.ts';
import { getRequestedAreas, findMatchingAreas } from '../matching.ts';
import { assertNotTakenDown, findVisibleProblem, lockProblemOrThrow, NOT_TAKEN_DOWN } from '../problems/changes.ts';
import { selectPersonRatings, countSolvedForOthers } from '../reviews/reviews.ts';
import { PROBLEM_TEXTS } from '../texts.ts';
import { bids, problemInvitations, problems, sessions, users } from '../../../schema/index.ts';
import type { UserRow } from '../../../schema/index.ts';
import type { Db, Executor, Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict, notFound } from '../../../platform/errors/app-error.ts';
import type { Feature } from '../../../platform/http/app.ts';
import { idParams } from '../../../platform/http/params.ts';

/** Lists the invitations to a problem, latest first. */
async function listInvitations(db: Executor, problemId: string): Promise<Invitation[]> {
  const isBidder = hasBid(db, problemInvitations.problemId, problemInvitations.solverId);
  const rows = await db
    .select({
      solver: PERSON_COLUMNS,
      state: sql<InvitationState>`CASE WHEN ${isBidder} THEN 'bid' ELSE 'waiting' END`,
      createdAt: problemInvitations.createdAt,
    })
    .from(problemInvitations)
    .innerJoin(users, eq(users.id, problemInvitations.solverId))
    .where(eq(problemInvitations.problemId, problemId))
    .orderBy(desc(problemInvitations.createdAt), desc(problemInvitations.solverId));
  return rows.map(toIsoDates);
}

async function findOwnProblem(db: Db, problemId: string, callerId: string) {
  const problem = await findVisibleProblem(db, problemId, callerId);
  if (problem.userId !== callerId) throw new AppError('forbidden', 'Only the poster can see this.');
  return problem;
}

type OwnProblem = Awaited<ReturnType<typeof findOwnProblem>>;

/** Solvers who are ranked: those with the most matching areas, newest accounts first. */
const MAX_CANDIDATES = 500;

/** Solvers with matching areas who have no bid, no invitation, and no block in either direction. */
function selectCandidates(db: Db, problem: OwnProblem, requestedAreas: SQL) {
  const areas = sql`lower_all(${users.expertiseAreas})`;
  const matching = sql<number>`(SELECT count(*) FROM unnest(${areas}) AS area WHERE area = ANY(${requestedAreas}))`.as(
    'matching',
  );
  const bidders = db.select({ id: bids.solverId }).from(bids).where(eq(bids.problemId, problem.id));
  const invited = db
    .select({ id: problemInvitations.solverId })
    .from(problemInvitations)
    .where(eq(problemInvitations.problemId, problem.id));
  return db
    .select({ id: users.id, matching })
    .from(users)
    .where(
      and(
        eq(users.role, sql`'solver'`),
        isNull(users.deletedAt),
        sql`${areas} && ${requestedAreas}`,
        ne(users.id, problem.userId),
        notInArray(users.id, bidders),
        notInArray(users.id, invited),
        sql`NOT ${hasBlockBetween(users.id, problem.userId)}`,
      ),
    )
    .orderBy(desc(matching), desc(users.id))
    .limit(MAX_CANDIDATES)
    .as('candidates');
}

/**
 * Suggests solvers, best first: by matching areas, then rating, solved problems and last activity. Returns an empty list unless the
 * problem is open and not taken down.
 */
async function suggestSolvers(db: Db, problem: OwnProblem): Promise<SuggestedSolver[]> {
  if (problem.status !== 'open' || problem.takenDownAt !== null) return [];
  const requestedAreas = sql`${sql.param(getRequestedAreas(problem))}::text[]`;
  const candidates = selectCandidates(db, problem, requestedAreas);
  const [ratings, solved] = [selectPersonRatings(db), countSolvedForOthers(db)];
  const lastUsedAt = sql`(SELECT max(${sessions.lastUsedAt}) FROM ${sessions} WHERE ${sessions.userId} = ${users.id})`;
  const rows = await db
    .select({
      _id: users.id,
      name: users.name,
      image: users.image,
      headline: users.headline,
      areas: users.expertiseAreas,
      rating: ratings.rating,
      ratingCount: ratings.ratingCount,
      solvedCount: solved,
      replyMinutes: REPLY_MINUTES,
    })
    .from(candidates)
    .innerJoin(users, eq(users.id, candidates.id))
    .crossJoinLateral(ratings)
    .orderBy(
      desc(candidates.matching),
      sql`${ratings.rating} DESC NULLS LAST`,
      desc(solved),
      sql`${lastUsedAt} DESC NULLS LAST`,
      users.id,
    )
    .limit(INVITATIONS.suggested);
  return rows.map(({ areas, ...row }) => ({ ...row, matchingAreas: findMatchingAreas(areas, problem) }));
}

const MAX_CHOICES = 50;

/** Lists a poster's open problems, latest first, with the state of the solver's bid or invitation. */
async function listInvitingProblems(db: Db, posterId: string, solverId: string): Promise<InvitingProblem[]> {
  const invitation = db
    .select({ id: problemInvitations.problemId })
    .from(problemInvitations)
    .where(and(eq(problemInvitations.problemId, problems.id), eq(problemInvitations.solverId, solverId)));
  const isBidder = hasBid(db, problems.id, solverId);
  const invited = sql<InvitationState | null>`CASE WHEN ${isBidder} THEN 'bid' WHEN EXISTS (${invitation}) THEN 'waiting' END`;
  const rows = await db
    .select({ _id: problems.id, title: problems.title, budget: problems.budget, createdAt: problems.createdAt, invited })
    .from(problems)
    .where(and(eq(problems.userId, posterId), eq(problems.status, 'open'), NOT_TAKEN_DOWN))
    .orderBy(desc(problems.createdAt), desc(problems.id))
    .limit(MAX_CHOICES);
  return rows.map(toIsoDates);
}

/** Checks an invitation. The caller must lock the problem. */
async function assertInvitable(tx: Tx, posterId: string, problemId: string, solver: UserRow): Promise<void> {
  if (solver.id === posterId) throw conflict('You can’t invite yourself.');
  if (solver.role !== 'solver') throw conflict('Only solvers can be invited.');
  await assertNotBlocked(tx, posterId, solver.id, 'invite');
  const ownBid = and(eq(bids.problemId, problemId), eq(bids.solverId, solver.id));
  if ((await tx.$count(bids, ownBid)) > 0) throw conflict('This solver has already bid on the problem.');
  const invitations = await listInvitations(tx, problemId);
  if (invitations.some((invitation) => invitation.solver._id === solver.id))
    throw conflict('You have invited this solver already.');
  if (invitations.length >= INVITATIONS.max) throw conflict(`You can invite up to ${INVITATIONS.max} solvers to a problem.`);
}

/** Invites a solver to bid on an own open problem, and notifies the solver (product 4.23). */
const inviteSolver = ({ transact }: Deps, poster: UserRow, problemId: string, solverId: string): Promise<Invitation> =>
  transact(async (tx, events) => {
    // Blocks a concurrent account deletion, which then removes the invitation. Users are locked before problems.
    const solver = await lockUser(tx, solverId);
    if (solver === undefined) throw notFound('This person');
    const problem = await lockProblemOrThrow(tx, problemId);
    if (problem.userId !== poster.id) throw new AppError('forbidden', 'Only the poster can invite solvers.');
    assertNotTakenDown(problem, poster.id);
    if (problem.status !== 'open') throw conflict('You can invite solvers only while the problem is open.');
    await assertInvitable(tx, poster.id, problem.id, solver);
    const createdAt = new Date();
    await tx.insert(problemInvitations).values({ problemId: problem.id, solverId: solver.id, createdAt });
    const texts = PROBLEM_TEXTS.invited(problem.title);
    await notify(tx, events, { ...texts, userId: solver.id, actor: poster, problemId: problem.id });
    return { solver: presentPerson(solver), state: 'waiting', createdAt: createdAt.toISOString() };
  });

/** Inviting solvers to bid (product 7.16). Allowed for the poster in either role. */
export const invitationsFeature: Feature<Deps> = (app, deps) => {
  const { db } = deps;
  const access = 'signed-in';
  const tags = ['invitations'];
  const schema = { tags, params: idParams };

  app.post(
    '/problems/:id/invitations',
    { config: { access, limit: 'invitations' }, schema: { ...schema, body: inviteRules, response: { 201: invitationResponse } } },
    async (request, reply) => {
      const { user: poster } = requireCaller(request);
      const solverId = request.body.solverId.toLowerCase();
      reply.code(201);
      return { invitation: await inviteSolver(deps, poster, request.params.id, solverId) };
    },
  );
  app.get(
    '/problems/:id/invitations',
    { config: { access }, schema: { ...schema, response: { 200: invitationsResponse } } },
    async (request) => {
      const { id } = await findOwnProblem(db, request.params.id, requireCaller(request).user.id);
      return { invitations: await listInvitations(db, id) };
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
    { config: { access }, schema: { tags, querystring: invitingQueryRules, response: { 200: invitingProblemsResponse } } },
    async (request) => ({ problems: await listInvitingProblems(db, requireCaller(request).user.id, request.query.solverId) }),
  );
};
