import type { personReviews } from '../../../../api/src/schema/index.ts';
import type { DemoData, DemoReview } from '../data.ts';
import { days, idAt } from './clock.ts';
import type { StoredProblem } from './problems.ts';

type ReviewInsert = typeof personReviews.$inferInsert & { createdAt: Date };

/** After this, a missing rating does not hide the other one. */
const TIME_FOR_RATING = days(14);

/** The moment of a solved problem is that of its last change. */
const momentAfter = ({ row }: StoredProblem, time: number): Date => new Date(row.updatedAt.getTime() + time);

/** Both sides are seen once both have written; one alone when the time for rating is over. */
function visibleFrom(problem: StoredProblem, written: DemoReview[]): Date {
  const last = Math.max(...written.map(({ after }) => after));
  return momentAfter(problem, written.length === 2 ? last : TIME_FOR_RATING);
}

/** Ratings of both sides of a problem; none unless it is solved. */
export function reviewsOn(
  problem: StoredProblem,
  reviews: DemoData['reviews'],
  getId: (person: string) => string,
): ReviewInsert[] {
  const { key, by, accepted, status } = problem.source;
  const { bySeeker, bySolver } = reviews[key] ?? {};
  if (accepted === undefined || status !== 'solved') return [];
  const seen = visibleFrom(
    problem,
    [bySeeker, bySolver].filter((review) => review !== undefined),
  );
  const findRow = (review: DemoReview | undefined, author: string, subject: string): ReviewInsert[] => {
    if (review === undefined) return [];
    const createdAt = momentAfter(problem, review.after);
    const people = { authorId: getId(author), subjectId: getId(subject) };
    const { rating, text } = review;
    return [{ id: idAt(createdAt), problemId: problem.row.id, ...people, rating, text, createdAt, visibleFrom: seen }];
  };
  return [...findRow(bySeeker, by, accepted), ...findRow(bySolver, accepted, by)];
}
