import { INVITATIONS } from '@solvent/contracts';
import type { InvitationState, InvitingProblem, SuggestedSolver } from '@solvent/contracts';
import { and, desc, eq, exists, isNull, ne, notInArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { hasBlockBetween } from '../../accounts/index.ts';
import { REPLY_MINUTES } from '../../messaging/index.ts';
import { bids, problemInvitations, problems, sessions, users } from '../../../schema/index.ts';
import type { ProblemRow, UserRow } from '../../../schema/index.ts';
import { getRequestedAreas, findMatchingAreas } from '../matching.ts';
import { NOT_TAKEN_DOWN } from '../problems/changes.ts';
import { personRatings, countSolvedForOthers } from '../reviews/queries.ts';
import type { Db, Executor } from '../../../platform/db/connect.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';

export interface InvitationRow {
  solver: Pick<UserRow, 'id' | 'name' | 'image'>;
  hasBid: boolean;
  createdAt: Date;
}

/** Latest first. */
export function listInvitations(db: Executor, problemId: string): Promise<InvitationRow[]> {
  const placedBids = db
    .select({ id: bids.id })
    .from(bids)
    .where(and(eq(bids.problemId, problemInvitations.problemId), eq(bids.solverId, problemInvitations.solverId)));
  return db
    .select({
      solver: { id: users.id, name: users.name, image: users.image },
      hasBid: sql<boolean>`${exists(placedBids)}`,
      createdAt: problemInvitations.createdAt,
    })
    .from(problemInvitations)
    .innerJoin(users, eq(users.id, problemInvitations.solverId))
    .where(eq(problemInvitations.problemId, problemId))
    .orderBy(desc(problemInvitations.createdAt), desc(problemInvitations.solverId));
}

type OwnProblem = Pick<ProblemRow, 'id' | 'userId' | 'status' | 'tags' | 'category' | 'takenDownAt'>;

/** @throws AppError `not_found`; `forbidden` unless the caller is the poster */
export async function findOwnProblem(db: Executor, problemId: string, callerId: string): Promise<OwnProblem> {
  const { id, userId, status, tags, category, takenDownAt } = problems;
  const [problem] = await db.select({ id, userId, status, tags, category, takenDownAt }).from(problems).where(eq(id, problemId));
  if (problem === undefined) throw notFound('This problem');
  if (problem.userId !== callerId) throw new AppError('forbidden', 'Only the poster can see this.');
  return problem;
}

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

/** Best first: matching areas, rating, solved problems, last activity. Empty unless the problem is open and not taken down. */
export async function suggestSolvers(db: Db, problem: OwnProblem): Promise<SuggestedSolver[]> {
  if (problem.status !== 'open' || problem.takenDownAt !== null) return [];
  const requestedAreas = sql`ARRAY[${sql.join(
    getRequestedAreas(problem).map((area) => sql`${area}`),
    sql`, `,
  )}]::text[]`;
  const [candidates, ratings, solved] = [
    selectCandidates(db, problem, requestedAreas),
    personRatings(db),
    countSolvedForOthers(db),
  ];
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

/** A poster's open problems, latest first, with the solver's bid or invitation state. */
export async function listInvitingProblems(db: Db, posterId: string, solverId: string): Promise<InvitingProblem[]> {
  const bid = db
    .select({ id: bids.id })
    .from(bids)
    .where(and(eq(bids.problemId, problems.id), eq(bids.solverId, solverId)));
  const invitation = db
    .select({ id: problemInvitations.problemId })
    .from(problemInvitations)
    .where(and(eq(problemInvitations.problemId, problems.id), eq(problemInvitations.solverId, solverId)));
  const invited = sql<InvitationState | null>`CASE WHEN EXISTS (${bid}) THEN 'bid' WHEN EXISTS (${invitation}) THEN 'waiting' END`;
  const rows = await db
    .select({ _id: problems.id, title: problems.title, budget: problems.budget, createdAt: problems.createdAt, invited })
    .from(problems)
    .where(and(eq(problems.userId, posterId), eq(problems.status, 'open'), NOT_TAKEN_DOWN))
    .orderBy(desc(problems.createdAt), desc(problems.id))
    .limit(MAX_CHOICES);
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}
