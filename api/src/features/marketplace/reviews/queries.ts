import { REVIEW } from '@solvent/contracts';
import type { Problem, ProblemReview } from '@solvent/contracts';
import { and, asc, eq, lte, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '../../accounts/schema.ts';
import { personReviews } from '../schema.ts';
import type { Executor } from '../../../platform/db/connect.ts';

const DAY = 24 * 3_600_000;

/** A problem as far as it matters to who may rate whom. */
interface Solved {
  id: string;
  status: Problem['status'];
  posterId: string;
  solvedAt: Date | null;
}

/** What the two sides say of each other: those that all may see by now, and the viewer's own. */
async function reviewsOf(db: Executor, problemId: string, viewerId: string | undefined, now: Date): Promise<ProblemReview[]> {
  const subjects = alias(users, 'subjects');
  const seen = lte(personReviews.visibleFrom, now);
  const rows = await db
    .select({
      review: personReviews,
      author: { _id: users.id, name: users.name, image: users.image },
      subject: { _id: subjects.id, name: subjects.name, image: subjects.image },
    })
    .from(personReviews)
    .innerJoin(users, eq(users.id, personReviews.authorId))
    .innerJoin(subjects, eq(subjects.id, personReviews.subjectId))
    .where(
      and(eq(personReviews.problemId, problemId), viewerId === undefined ? seen : or(seen, eq(personReviews.authorId, viewerId))),
    )
    .orderBy(asc(personReviews.createdAt), asc(personReviews.id));
  return rows.map(({ review: { id, rating, text, createdAt }, author, subject }) => ({
    _id: id,
    author,
    subject,
    rating,
    text,
    createdAt: createdAt.toISOString(),
  }));
}

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
  const until = new Date(solvedAt.getTime() + REVIEW.days * DAY);
  return until > now ? until.toISOString() : null;
}

/**
 * What stands about a solved problem's two sides, and whether the viewer may still add to it.
 * @param acceptedBid as this viewer may see it
 */
export async function reviewsFor(
  db: Executor,
  problem: Solved,
  acceptedBid: Problem['acceptedBid'],
  viewerId: string | undefined,
): Promise<Pick<Problem, 'reviews' | 'reviewUntil'>> {
  if (problem.status !== 'solved') return { reviews: [], reviewUntil: null };
  const now = new Date();
  const reviews = await reviewsOf(db, problem.id, viewerId, now);
  return { reviews, reviewUntil: reviewUntil(problem, { acceptedBid, reviews }, viewerId, now) };
}
