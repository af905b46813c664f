import { REVIEW } from '@solvent/contracts';
import type { PersonSummary, Problem, ProblemReview, RateBody } from '@solvent/contracts';
import { rateRules } from '@solvent/contracts/rules/actions';
import { problemReviewResponse } from '@solvent/contracts/schemas';
import { and, asc, desc, eq, exists, gt, gte, inArray, isNull, lte, not, notExists, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { agreements, personReviews, problems, users, bids } from '../../../schema/index.ts';
import type { UserRow } from '../../../schema/index.ts';
import { PERSON_COLUMNS, presentPerson, requireCaller, toIsoDates } from '../../accounts/index.ts';
import { nestedTakeDown, presentTakeDown } from '../../moderation/index.ts';
import type { NestedTakeDowns } from '../../moderation/index.ts';
import { notify } from '../../notifications/index.ts';
import type { Deps } from '../deps.ts';
import { addBidsChanged, isParty, lockProblemOrThrow } from '../problems/changes.ts';
import { PROBLEM_TEXTS } from '../texts.ts';
import { assertTransition, TRANSITIONS } from '../transitions.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { nestedRows } from '../../../platform/db/nested-rows.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { AppError, conflict } from '../../../platform/errors/app-error.ts';
import type { Feature } from '../../../platform/http/app.ts';
import { idParams } from '../../../platform/http/params.ts';

export const isReviewPublic = (now: Date | SQLWrapper): SQL | undefined =>
  and(lte(personReviews.visibleFrom, now), isNull(personReviews.takenDownAt));

/** Selects reviews for the problem of the outer query as a column: public ones, and the viewer's own. */
export function nestedReviews(db: Executor, viewerId: SQLWrapper, now: SQLWrapper) {
  const subjects = alias(users, 'subjects');
  const { id, rating, text, createdAt } = personReviews;
  const person = PERSON_COLUMNS;
  const subject = { _id: subjects.id, name: subjects.name, image: subjects.image };
  // Only the author of a taken-down review sees its text.
  const takeDowns = nestedTakeDown(db, id);
  return nestedRows({ _id: id, author: person, subject, rating, text, createdAt, takeDowns }, (column) =>
    db
      .select(column)
      .from(personReviews)
      .innerJoin(users, eq(users.id, personReviews.authorId))
      .innerJoin(subjects, eq(subjects.id, personReviews.subjectId))
      .where(and(eq(personReviews.problemId, problems.id), or(isReviewPublic(now), eq(personReviews.authorId, viewerId))))
      .orderBy(asc(personReviews.createdAt), asc(personReviews.id)),
  );
}

export const getRatingDeadline = (overAt: Date): Date => new Date(overAt.getTime() + REVIEW.days * DAY_MS);

const otherParties = alias(users, 'rated_people');
const laterAgreements = alias(agreements, 'later_agreements');

/** Matches agreements that are over and not followed by another one of the same parties. */
function isRateable(db: Executor): SQL | undefined {
  const isFollowedBy = and(
    eq(laterAgreements.problemId, agreements.problemId),
    eq(laterAgreements.seekerId, agreements.seekerId),
    eq(laterAgreements.solverId, agreements.solverId),
    gt(laterAgreements.acceptedAt, agreements.acceptedAt),
  );
  const isOver = inArray(agreements.status, [...TRANSITIONS.rate.from.agreement]);
  return and(isOver, notExists(db.select({ id: laterAgreements.id }).from(laterAgreements).where(isFollowedBy)));
}

export function hasRated(db: Executor, author: SQLWrapper, subject: SQLWrapper): SQL<boolean> {
  const own = and(
    eq(personReviews.problemId, agreements.problemId),
    eq(personReviews.authorId, author),
    eq(personReviews.subjectId, subject),
    // Excludes earlier agreements of the same parties.
    gte(personReviews.createdAt, agreements.acceptedAt),
  );
  return sql<boolean>`${exists(db.select({ id: personReviews.id }).from(personReviews).where(own))}`;
}

const OVER_AT = sql<Date>`coalesce(${agreements.solvedAt}, ${agreements.partedAt})`.mapWith(agreements.acceptedAt);

export const getOtherParty = (userId: SQLWrapper) =>
  sql<string>`CASE WHEN ${agreements.seekerId} = ${userId} THEN ${agreements.solverId} ELSE ${agreements.seekerId} END`;

/** Selects the party whom the viewer can rate for the problem of the outer query, as a column with at most one row. */
export function nestedPendingRating(db: Executor, viewerId: SQLWrapper, now: SQLWrapper) {
  const otherId = getOtherParty(viewerId);
  const person = { _id: otherParties.id, name: otherParties.name, image: otherParties.image };
  const { solvedAt, partedAt } = agreements;
  return nestedRows({ person, solvedAt, partedAt }, (column) =>
    db
      .select(column)
      .from(agreements)
      .innerJoin(otherParties, eq(otherParties.id, otherId))
      .where(
        and(
          eq(agreements.problemId, problems.id),
          isParty(viewerId),
          isRateable(db),
          gt(OVER_AT, sql`${now}::timestamptz - ${REVIEW.days} * interval '1 day'`),
          not(hasRated(db, viewerId, otherId)),
        ),
      )
      .orderBy(desc(agreements.acceptedAt), desc(agreements.id))
      .limit(1),
  );
}

/** Takes the columns of {@link nestedReviews} and {@link nestedPendingRating}. */
export function presentReviews(
  found: (Omit<ProblemReview, 'createdAt'> & { createdAt: Date; takeDowns: NestedTakeDowns })[],
  [pending]: { person: PersonSummary; solvedAt: Date | null; partedAt: Date | null }[],
): Pick<Problem, 'reviews' | 'reviewUntil' | 'reviewSubject'> {
  const reviews = found.map(({ takeDowns, ...review }) => ({ ...toIsoDates(review), ...presentTakeDown(takeDowns) }));
  const overAt = pending?.solvedAt ?? pending?.partedAt;
  return {
    reviews,
    reviewUntil: overAt ? getRatingDeadline(overAt).toISOString() : null,
    reviewSubject: pending?.person ?? null,
  };
}

export const RATING_COLUMNS = {
  rating: sql<number | null>`round(avg(${personReviews.rating}), 1)::float8`,
  ratingCount: sql<number>`count(*)::int`,
};

export function countSolvedForOthers(db: Executor): SQL<number> {
  const solved = db.select({ id: problems.id }).from(problems).where(eq(problems.status, 'solved'));
  const accepted = and(eq(bids.solverId, users.id), eq(bids.status, 'accepted'), inArray(bids.problemId, solved));
  return db.$count(bids, accepted);
}

/** Ratings from public reviews, for a lateral join with `users`. */
export function selectPersonRatings(db: Executor, now: Date | SQLWrapper = new Date()) {
  return db
    .select({ rating: RATING_COLUMNS.rating.as('rating'), ratingCount: RATING_COLUMNS.ratingCount.as('rating_count') })
    .from(personReviews)
    .where(and(eq(personReviews.subjectId, users.id), isReviewPublic(now)))
    .as('ratings');
}

interface RatingRequest {
  problemId: string;
  author: UserRow;
  body: RateBody;
}

function selectRateable(tx: Tx, { problemId, author, body: { subjectId } }: RatingRequest) {
  const authorId = sql`${author.id}::uuid`;
  return tx
    .select({
      subject: { _id: otherParties.id, name: otherParties.name, image: otherParties.image },
      deletedAt: otherParties.deletedAt,
      status: agreements.status,
      acceptedAt: agreements.acceptedAt,
      overAt: OVER_AT,
      isRated: hasRated(tx, authorId, otherParties.id),
    })
    .from(agreements)
    .innerJoin(otherParties, eq(otherParties.id, getOtherParty(authorId)))
    .where(
      and(
        eq(agreements.problemId, problemId),
        isParty(authorId),
        isRateable(tx),
        subjectId === undefined ? undefined : eq(otherParties.id, subjectId),
      ),
    )
    .orderBy(desc(agreements.acceptedAt), desc(agreements.id));
}

const RATING_ERRORS = { given: 'You have rated already.', late: 'The time for rating is over.' } as const;

/**
 * Finds the agreement whose other party the author can rate. Locks the problem, which serializes ratings with each other, and with
 * solving and parting.
 */
async function lockRateable(tx: Tx, request: RatingRequest, now: Date) {
  const { problemId, author } = request;
  const problem = await lockProblemOrThrow(tx, problemId);
  const isSolver = and(eq(agreements.problemId, problemId), eq(agreements.solverId, author.id));
  if (author.id !== problem.userId && (await tx.$count(agreements, isSolver)) === 0)
    throw new AppError('forbidden', 'Only the seeker and the solver of this problem can rate each other.');
  const found = (await selectRateable(tx, request)).map((agreement) => {
    const until = getRatingDeadline(agreement.overAt);
    const state: keyof typeof RATING_ERRORS | 'none' = agreement.isRated ? 'given' : now > until ? 'late' : 'none';
    return { ...agreement, until, state };
  });
  const chosen = found.find(({ state }) => state === 'none') ?? found[0];
  const role = problem.userId === author.id ? 'seeker' : 'solver';
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
    const { problemId, author, body } = request;
    const { subject, deletedAt, acceptedAt, until, problem } = await lockRateable(tx, request, now);
    const between = { problemId, authorId: author.id, subjectId: subject._id };
    const isCounterpart = and(
      eq(personReviews.problemId, problemId),
      eq(personReviews.authorId, subject._id),
      eq(personReviews.subjectId, author.id),
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
    await tx.insert(personReviews).values({ ...between, id, rating, text, createdAt: now, visibleFrom });
    if (deletedAt === null) {
      const { ratedBoth, ratedFirst } = PROBLEM_TEXTS;
      const content = visibleFrom < until ? ratedBoth(problem.title) : ratedFirst(problem.title, until);
      await notify(tx, events, { ...content, userId: subject._id, actor: author, problemId: problem.id });
    }
    addBidsChanged(events, problem.id);
    return { _id: id, author: presentPerson(author), subject, rating, text, createdAt: now.toISOString() };
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
      const { user: author } = requireCaller(request);
      reply.code(201);
      return { review: await rateOther(deps, { problemId: request.params.id, author, body: request.body }) };
    },
  );
};
