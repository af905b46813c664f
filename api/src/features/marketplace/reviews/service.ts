import type { ProblemReview, RateBody } from '@solvent/contracts';
import { and, desc, eq, gte, inArray, or, sql } from 'drizzle-orm';
import { rateRules } from '@solvent/contracts/rules/actions';
import { problemReviewResponse } from '@solvent/contracts/schemas';
import type { Deps } from '../deps.ts';
import { agreements, personReviews, users } from '../../../schema/index.ts';
import { presentPerson, requireCaller } from '../../accounts/index.ts';
import { notify } from '../../notifications/index.ts';
import { addBidsChanged, lockProblemOrThrow } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { PROBLEM_TEXTS } from '../texts.ts';
import { getRatingDeadline, hasRated, isRateable, OVER_AT } from './queries.ts';
import { assertTransition } from '../transitions.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict } from '../../../platform/errors/app-error.ts';
import type { Feature } from '../../../platform/http/app.ts';
import { idParams } from '../../../platform/http/params.ts';

interface RatingRequest {
  problemId: string;
  authorId: string;
  body: RateBody;
}

interface RateableAgreement {
  subjectId: string;
  acceptedAt: Date;
  until: Date;
  problem: LockedProblem;
}

function selectRateable(tx: Tx, { problemId, authorId, body: { subjectId } }: RatingRequest) {
  const other = sql<string>`CASE WHEN ${agreements.seekerId} = ${authorId} THEN ${agreements.solverId} ELSE ${agreements.seekerId} END`;
  const isParty = or(eq(agreements.seekerId, authorId), eq(agreements.solverId, authorId));
  return tx
    .select({
      subjectId: other,
      status: agreements.status,
      acceptedAt: agreements.acceptedAt,
      overAt: OVER_AT,
      isRated: hasRated(tx, sql`${authorId}::uuid`, other),
    })
    .from(agreements)
    .where(
      and(
        eq(agreements.problemId, problemId),
        isParty,
        isRateable(tx),
        subjectId === undefined ? undefined : sql`${other} = ${subjectId}::uuid`,
      ),
    )
    .orderBy(desc(agreements.acceptedAt), desc(agreements.id));
}

const RATING_ERRORS = { given: 'You have rated already.', late: 'The time for rating is over.' } as const;

async function assertParty(tx: Tx, { problemId, authorId }: RatingRequest, posterId: string): Promise<void> {
  const isSolver = and(eq(agreements.problemId, problemId), eq(agreements.solverId, authorId));
  if (authorId !== posterId && (await tx.$count(agreements, isSolver)) === 0)
    throw new AppError('forbidden', 'Only the seeker and the solver of this problem can rate each other.');
}

/** The lock serializes ratings with each other, and with solving and parting. */
async function lockRateable(tx: Tx, request: RatingRequest, now: Date): Promise<RateableAgreement> {
  const problem = await lockProblemOrThrow(tx, request.problemId);
  await assertParty(tx, request, problem.userId);
  const found = (await selectRateable(tx, request)).map((agreement) => {
    const isLate = now > getRatingDeadline(agreement.overAt);
    const state: keyof typeof RATING_ERRORS | 'none' = agreement.isRated ? 'given' : isLate ? 'late' : 'none';
    return { ...agreement, state };
  });
  const chosen = found.find(({ state }) => state === 'none') ?? found[0];
  const role = problem.userId === request.authorId ? 'seeker' : 'solver';
  const states = { agreement: chosen?.status ?? 'none', rating: chosen?.state ?? 'none' } as const;
  const error = conflict(states.rating === 'none' ? 'This problem is not solved yet.' : RATING_ERRORS[states.rating]);
  assertTransition('rate', [role], states, () => error);
  if (chosen === undefined) throw error;
  const { subjectId, acceptedAt, overAt } = chosen;
  return { subjectId, acceptedAt, until: getRatingDeadline(overAt), problem };
}

/** Publishes the other party's review of the same agreement, if any. @returns when the new review becomes visible */
async function publishCounterpart(
  tx: Tx,
  { problemId, authorId }: RatingRequest,
  { subjectId, acceptedAt, until }: RateableAgreement,
  now: Date,
): Promise<Date> {
  const isCounterpart = and(
    eq(personReviews.problemId, problemId),
    eq(personReviews.authorId, subjectId),
    eq(personReviews.subjectId, authorId),
    gte(personReviews.createdAt, acceptedAt),
  );
  const published = await tx
    .update(personReviews)
    .set({ visibleFrom: now })
    .where(isCounterpart)
    .returning({ id: personReviews.id });
  return published.length === 0 ? until : now;
}

async function findPeople(tx: Tx, authorId: string, subjectId: string) {
  const people = await tx
    .select({ id: users.id, name: users.name, image: users.image, deletedAt: users.deletedAt })
    .from(users)
    .where(inArray(users.id, [authorId, subjectId]));
  const [author, subject] = [authorId, subjectId].map((id) => people.find((person) => person.id === id));
  if (author === undefined || subject === undefined) throw new Error('Author or subject of the review not found');
  return { author, subject };
}

/**
 * Stores a rating of the other party (product 4.12), and notifies them without its content.
 * @throws AppError `not_found` without such a problem; `forbidden` to others than the parties; `conflict` if no agreement is over,
 *   after the deadline, or if the author has already rated
 */
function rateOther({ transact }: Deps, request: RatingRequest): Promise<ProblemReview> {
  return transact(async (tx, events) => {
    const now = new Date();
    const { problemId, authorId, body } = request;
    const agreement = await lockRateable(tx, request, now);
    const { subjectId, until, problem } = agreement;
    const visibleFrom = await publishCounterpart(tx, request, agreement, now);
    const columns = { problemId, authorId, subjectId, rating: body.rating, text: body.text, createdAt: now, visibleFrom };
    const [stored] = await tx.insert(personReviews).values(columns).returning({ id: personReviews.id });
    if (stored === undefined) throw new Error('The review was not stored');
    const { author, subject } = await findPeople(tx, authorId, subjectId);
    if (subject.deletedAt === null) {
      const { id, title } = problem;
      const content = visibleFrom < until ? PROBLEM_TEXTS.ratedBoth(title) : PROBLEM_TEXTS.ratedFirst(title, until);
      await notify(tx, events, { ...content, userId: subjectId, actor: author, problemId: id });
    }
    // The counterpart may have become visible, too.
    addBidsChanged(events, problemId);
    const people = { author: presentPerson(author), subject: presentPerson(subject) };
    return { _id: stored.id, ...people, rating: body.rating, text: body.text, createdAt: now.toISOString() };
  });
}

export const reviewsFeature: Feature<Deps> = (app, deps) => {
  app.post(
    '/problems/:id/reviews',
    {
      config: { access: 'signed-in', limit: 'reviews' },
      schema: { tags: ['reviews'], params: idParams, body: rateRules, response: { 201: problemReviewResponse } },
    },
    async (request, reply) => {
      const problemId = request.params.id;
      const review = await rateOther(deps, { problemId, authorId: requireCaller(request).user.id, body: request.body });
      reply.code(201);
      return { review };
    },
  );
};
