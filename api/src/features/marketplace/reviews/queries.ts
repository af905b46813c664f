import { REVIEW } from '@solvent/contracts';
import type { PersonSummary, Problem, ProblemReview } from '@solvent/contracts';
import { and, asc, desc, eq, exists, gt, gte, inArray, isNull, lte, not, notExists, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '../../accounts/schema.ts';
import { personSchema } from '../../accounts/service.ts';
import { nestedTakeDown, presentTakeDown, takenDownField } from '../../moderation/service.ts';
import type { NestedTakeDowns } from '../../moderation/service.ts';
import { agreements, personReviews, problems } from '../schema.ts';
import { TRANSITIONS } from '../transitions.ts';
import type { Executor } from '../../../platform/db/connect.ts';
import { nestedRows } from '../../../platform/db/nested-rows.ts';
import { json } from '../../../platform/http/response-schema.ts';
import type { JsonSchema } from '../../../platform/http/response-schema.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** A review of one of a problem's two by the other, in an answer. */
export const problemReviewSchema: JsonSchema<ProblemReview> = json.object(
  {
    _id: json.id,
    author: personSchema,
    subject: personSchema,
    rating: json.integer,
    text: json.text,
    createdAt: json.time,
  },
  takenDownField,
);

/** Reviews of users that are public now. */
export const isReviewPublic = (now: Date | SQLWrapper): SQL | undefined =>
  and(lte(personReviews.visibleFrom, now), isNull(personReviews.takenDownAt));

/** What the two sides of the problem of the query around it say of each other: those that all may see by now, and the viewer's own. */
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

/** Until when the two of an agreement can rate each other. @param solvedAt or when they parted */
export const getRatingDeadline = (solvedAt: Date): Date => new Date(solvedAt.getTime() + REVIEW.days * DAY_MS);

const others = alias(users, 'rated_people');
const later = alias(agreements, 'later_agreements');

/** Agreements that are solved or ended, and after which the same two agreed on nothing else: these can be rated. */
export function isRateable(db: Executor): SQL | undefined {
  const again = and(
    eq(later.problemId, agreements.problemId),
    eq(later.seekerId, agreements.seekerId),
    eq(later.solverId, agreements.solverId),
    gt(later.acceptedAt, agreements.acceptedAt),
  );
  const isOver = inArray(agreements.status, [...TRANSITIONS.rate.from.agreement]);
  return and(isOver, notExists(db.select({ id: later.id }).from(later).where(again)));
}

/** Whether one of an agreement's two has rated the other for it. */
export function ratedBy(db: Executor, author: SQLWrapper, subject: SQLWrapper): SQL<boolean> {
  const own = and(
    eq(personReviews.problemId, agreements.problemId),
    eq(personReviews.authorId, author),
    eq(personReviews.subjectId, subject),
    // Not for an earlier agreement of the same two.
    gte(personReviews.createdAt, agreements.acceptedAt),
  );
  return sql<boolean>`${exists(db.select({ id: personReviews.id }).from(personReviews).where(own))}`;
}

/** When an agreement was solved, or ended. */
export const OVER_AT = sql<Date>`coalesce(${agreements.solvedAt}, ${agreements.partedAt})`.mapWith(agreements.acceptedAt);

/** Whom the viewer may rate for the problem of the query around it, and since when: one row, or none. */
export function nestedPendingRating(db: Executor, viewerId: SQLWrapper, now: SQLWrapper) {
  const otherId = sql`CASE WHEN ${agreements.seekerId} = ${viewerId} THEN ${agreements.solverId} ELSE ${agreements.seekerId} END`;
  const person = { _id: others.id, name: others.name, image: others.image };
  const { solvedAt, partedAt } = agreements;
  return nestedRows({ person, solvedAt, partedAt }, (column) =>
    db
      .select(column)
      .from(agreements)
      .innerJoin(others, eq(others.id, otherId))
      .where(
        and(
          eq(agreements.problemId, problems.id),
          or(eq(agreements.seekerId, viewerId), eq(agreements.solverId, viewerId)),
          isRateable(db),
          gt(OVER_AT, sql`${now}::timestamptz - ${REVIEW.days} * interval '1 day'`),
          not(ratedBy(db, viewerId, otherId)),
        ),
      )
      .orderBy(desc(agreements.acceptedAt), desc(agreements.id))
      .limit(1),
  );
}

/**
 * What the two of an agreement say of each other, and whether the viewer may still add to it.
 * @param found as {@link nestedReviews} finds them
 * @param due as {@link nestedPendingRating} finds it
 */
export function presentReviews(
  found: (Omit<ProblemReview, 'createdAt'> & { createdAt: Date; takeDowns: NestedTakeDowns })[],
  [due]: { person: PersonSummary; solvedAt: Date | null; partedAt: Date | null }[],
): Pick<Problem, 'reviews' | 'reviewUntil' | 'reviewSubject'> {
  const reviews = found.map(({ createdAt, takeDowns, ...review }) => ({
    ...review,
    createdAt: createdAt.toISOString(),
    ...presentTakeDown(takeDowns),
  }));
  const overAt = due?.solvedAt ?? due?.partedAt;
  return { reviews, reviewUntil: overAt ? getRatingDeadline(overAt).toISOString() : null, reviewSubject: due?.person ?? null };
}
