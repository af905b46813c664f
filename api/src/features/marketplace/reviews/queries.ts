import { REVIEW } from '@solvent/contracts';
import type { Problem, ProblemReview } from '@solvent/contracts';
import { and, asc, eq, isNull, lte, or } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '../../accounts/schema.ts';
import { personSchema } from '../../accounts/service.ts';
import { nestedTakeDown, presentTakeDown, takenDownField } from '../../moderation/service.ts';
import type { NestedTakeDowns } from '../../moderation/service.ts';
import { personReviews, problems } from '../schema.ts';
import type { Executor } from '../../../platform/db/connect.ts';
import { nestedRows } from '../../../platform/db/nested-rows.ts';
import { json } from '../../../platform/http/answer-schema.ts';
import type { JsonSchema } from '../../../platform/http/answer-schema.ts';
import { DAY } from '../../../platform/durations.ts';

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

/** A problem as far as it matters to who may rate whom. */
interface Solved {
  status: Problem['status'];
  posterId: string;
  solvedAt: Date | null;
}

/** Reviews of people that everybody may see at this moment. */
export const isReviewSeen = (now: Date | SQLWrapper): SQL | undefined =>
  and(lte(personReviews.visibleFrom, now), isNull(personReviews.takenDownAt));

/** What the two sides of the problem of the query around it say of each other: those that all may see by now, and the viewer's own. */
export function nestedReviews(db: Executor, viewerId: SQLWrapper, now: SQLWrapper) {
  const subjects = alias(users, 'subjects');
  const { id, rating, text, createdAt } = personReviews;
  const person = { _id: users.id, name: users.name, image: users.image };
  const subject = { _id: subjects.id, name: subjects.name, image: subjects.image };
  // Of what is taken down only its author is shown anything.
  const takeDowns = nestedTakeDown(db, id);
  return nestedRows({ _id: id, author: person, subject, rating, text, createdAt, takeDowns }, (column) =>
    db
      .select(column)
      .from(personReviews)
      .innerJoin(users, eq(users.id, personReviews.authorId))
      .innerJoin(subjects, eq(subjects.id, personReviews.subjectId))
      .where(and(eq(personReviews.problemId, problems.id), or(isReviewSeen(now), eq(personReviews.authorId, viewerId))))
      .orderBy(asc(personReviews.createdAt), asc(personReviews.id)),
  );
}

/** Until when the two of a problem can rate each other. */
export const ratedUntil = (solvedAt: Date): Date => new Date(solvedAt.getTime() + REVIEW.days * DAY);

/** Until when the viewer may rate the other side: null when it is over, done, or not theirs to say. */
function reviewUntil(
  { posterId, solvedAt }: Solved,
  { acceptedBid, reviews }: Pick<Problem, 'acceptedBid' | 'reviews'>,
  viewerId: string | undefined,
  now: Date,
): string | null {
  if (solvedAt === null || acceptedBid === null) return null;
  if (viewerId !== posterId && viewerId !== acceptedBid.solver._id) return null;
  if (reviews.some(({ author }) => author._id === viewerId)) return null;
  const until = ratedUntil(solvedAt);
  return until > now ? until.toISOString() : null;
}

/**
 * What stands about a solved problem's two sides, and whether the viewer may still add to it.
 * @param found as {@link nestedReviews} finds them
 * @param acceptedBid as this viewer may see it
 */
export function presentReviews(
  problem: Solved,
  found: (Omit<ProblemReview, 'createdAt'> & { createdAt: Date; takeDowns: NestedTakeDowns })[],
  acceptedBid: Problem['acceptedBid'],
  viewerId: string | undefined,
): Pick<Problem, 'reviews' | 'reviewUntil'> {
  if (problem.status !== 'solved') return { reviews: [], reviewUntil: null };
  const reviews = found.map(({ createdAt, takeDowns, ...review }) => ({
    ...review,
    createdAt: createdAt.toISOString(),
    ...presentTakeDown(takeDowns),
  }));
  return { reviews, reviewUntil: reviewUntil(problem, { acceptedBid, reviews }, viewerId, new Date()) };
}
