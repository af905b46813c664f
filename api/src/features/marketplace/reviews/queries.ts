import { REVIEW } from '@solvent/contracts';
import type { PersonSummary, Problem, ProblemReview } from '@solvent/contracts';
import { and, asc, desc, eq, exists, gt, gte, inArray, isNull, lte, not, notExists, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { agreements, personReviews, problems, users, bids } from '../../../schema/index.ts';
import { nestedTakeDown, presentTakeDown } from '../../moderation/index.ts';
import type { NestedTakeDowns } from '../../moderation/index.ts';
import { TRANSITIONS } from '../transitions.ts';
import type { Executor } from '../../../platform/db/connect.ts';
import { nestedRows } from '../../../platform/db/nested-rows.ts';
import { DAY_MS } from '../../../platform/durations.ts';

export const isReviewPublic = (now: Date | SQLWrapper): SQL | undefined =>
  and(lte(personReviews.visibleFrom, now), isNull(personReviews.takenDownAt));

/** A column with reviews for the problem of the outer query: public ones, and the viewer's own. */
export function nestedReviews(db: Executor, viewerId: SQLWrapper, now: SQLWrapper) {
  const subjects = alias(users, 'subjects');
  const { id, rating, text, createdAt } = personReviews;
  const person = { _id: users.id, name: users.name, image: users.image };
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
export function isRateable(db: Executor): SQL | undefined {
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

export const OVER_AT = sql<Date>`coalesce(${agreements.solvedAt}, ${agreements.partedAt})`.mapWith(agreements.acceptedAt);

/** The other party of an agreement or, with further ids, of another pair. */
export const getOtherParty = (
  userId: SQLWrapper,
  one: SQLWrapper = agreements.seekerId,
  other: SQLWrapper = agreements.solverId,
) => sql<string>`CASE WHEN ${one} = ${userId} THEN ${other} ELSE ${one} END`;

/** A column with the party whom the viewer can rate for the problem of the outer query: at most one row. */
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
          or(eq(agreements.seekerId, viewerId), eq(agreements.solverId, viewerId)),
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
  const reviews = found.map(({ createdAt, takeDowns, ...review }) => ({
    ...review,
    createdAt: createdAt.toISOString(),
    ...presentTakeDown(takeDowns),
  }));
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
export function personRatings(db: Executor, now: Date | SQLWrapper = new Date()) {
  return db
    .select({ rating: RATING_COLUMNS.rating.as('rating'), ratingCount: RATING_COLUMNS.ratingCount.as('rating_count') })
    .from(personReviews)
    .where(and(eq(personReviews.subjectId, users.id), isReviewPublic(now)))
    .as('ratings');
}
