import type { ProblemReview, RateBody } from '@solvent/contracts';
import { and, desc, eq, gte, or, sql } from 'drizzle-orm';
import { rateRules } from '@solvent/contracts/rules/actions';
import { problemReviewResponse } from '@solvent/contracts/schemas';
import type { Deps } from '../deps.ts';
import { agreements, personReviews } from '../../../schema/index.ts';
import { presentPerson, requireCaller } from '../../accounts/index.ts';
import { notify } from '../../notifications/index.ts';
import { readParties } from '../agreements/locking.ts';
import { addBidsChanged, lockProblemOrThrow } from '../problems/changes.ts';
import { PROBLEM_TEXTS } from '../texts.ts';
import { getOtherParty, getRatingDeadline, hasRated, isRateable, OVER_AT } from './queries.ts';
import { assertTransition } from '../transitions.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { AppError, conflict } from '../../../platform/errors/app-error.ts';
import type { Feature } from '../../../platform/http/app.ts';
import { idParams } from '../../../platform/http/params.ts';

interface RatingRequest {
  problemId: string;
  authorId: string;
  body: RateBody;
}

function selectRateable(tx: Tx, { problemId, authorId, body: { subjectId } }: RatingRequest) {
  const other = getOtherParty(sql`${authorId}::uuid`);
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
        or(eq(agreements.seekerId, authorId), eq(agreements.solverId, authorId)),
        isRateable(tx),
        subjectId === undefined ? undefined : sql`${other} = ${subjectId}::uuid`,
      ),
    )
    .orderBy(desc(agreements.acceptedAt), desc(agreements.id));
}

const RATING_ERRORS = { given: 'You have rated already.', late: 'The time for rating is over.' } as const;

/** The lock serializes ratings with each other, and with solving and parting. */
async function lockRateable(tx: Tx, request: RatingRequest, now: Date) {
  const { problemId, authorId } = request;
  const problem = await lockProblemOrThrow(tx, problemId);
  const isSolver = and(eq(agreements.problemId, problemId), eq(agreements.solverId, authorId));
  if (authorId !== problem.userId && (await tx.$count(agreements, isSolver)) === 0)
    throw new AppError('forbidden', 'Only the seeker and the solver of this problem can rate each other.');
  const found = (await selectRateable(tx, request)).map((agreement) => {
    const until = getRatingDeadline(agreement.overAt);
    const state: keyof typeof RATING_ERRORS | 'none' = agreement.isRated ? 'given' : now > until ? 'late' : 'none';
    return { ...agreement, until, state };
  });
  const chosen = found.find(({ state }) => state === 'none') ?? found[0];
  const role = problem.userId === authorId ? 'seeker' : 'solver';
  const states = { agreement: chosen?.status ?? 'none', rating: chosen?.state ?? 'none' } as const;
  const error = conflict(states.rating === 'none' ? 'This problem is not solved yet.' : RATING_ERRORS[states.rating]);
  assertTransition('rate', [role], states, () => error);
  if (chosen === undefined) throw error;
  return { ...chosen, problem };
}

/** Stores a rating of the other party (product 4.12), and notifies them without its content. */
function rateOther({ transact }: Deps, request: RatingRequest): Promise<ProblemReview> {
  return transact(async (tx, events) => {
    const now = new Date();
    const { problemId, authorId, body } = request;
    const { subjectId, acceptedAt, until, problem } = await lockRateable(tx, request, now);
    const isCounterpart = and(
      eq(personReviews.problemId, problemId),
      eq(personReviews.authorId, subjectId),
      eq(personReviews.subjectId, authorId),
      gte(personReviews.createdAt, acceptedAt),
    );
    // Both reviews of the agreement become visible now.
    const published = await tx
      .update(personReviews)
      .set({ visibleFrom: now })
      .where(isCounterpart)
      .returning({ id: personReviews.id });
    const [id, visibleFrom] = [newId(), published.length === 0 ? until : now];
    const { rating, text } = body;
    await tx.insert(personReviews).values({ id, problemId, authorId, subjectId, rating, text, createdAt: now, visibleFrom });
    const [author, subject] = await readParties(tx, [authorId, subjectId]);
    if (subject.deletedAt === null) {
      const { ratedBoth, ratedFirst } = PROBLEM_TEXTS;
      const content = visibleFrom < until ? ratedBoth(problem.title) : ratedFirst(problem.title, until);
      await notify(tx, events, { ...content, userId: subjectId, actor: author, problemId });
    }
    addBidsChanged(events, problemId);
    const people = { author: presentPerson(author), subject: presentPerson(subject) };
    return { _id: id, ...people, rating, text, createdAt: now.toISOString() };
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
      const authorId = requireCaller(request).user.id;
      reply.code(201);
      return { review: await rateOther(deps, { problemId: request.params.id, authorId, body: request.body }) };
    },
  );
};
