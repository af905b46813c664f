import type { personReviews } from '../../../../api/src/schema/index.ts';
import type { DemoData, DemoReview } from '../data.ts';
import { daysInMs, createIdAt } from './clock.ts';
import type { ProblemRows } from './problems.ts';

type ReviewInsert = typeof personReviews.$inferInsert & { createdAt: Date };

/** After this time, a rating is visible even if the other side has not rated. */
const RATING_PERIOD_MS = daysInMs(14);

/** The last change of a solved problem is its solution. */
const addToSolvedTime = ({ row }: ProblemRows, time: number): Date => new Date(row.updatedAt.getTime() + time);

/** Both ratings become visible when both are written; a single one when the rating period ends. */
function getVisibleFrom(problem: ProblemRows, written: DemoReview[]): Date {
  const last = Math.max(...written.map(({ after }) => after));
  return addToSolvedTime(problem, written.length === 2 ? last : RATING_PERIOD_MS);
}

/** Builds the ratings of both sides of a problem; an empty list unless it is solved. */
export function buildReviews(
  problem: ProblemRows,
  reviews: DemoData['reviews'],
  getId: (person: string) => string,
): ReviewInsert[] {
  const { key, by, accepted, status } = problem.source;
  const { bySeeker, bySolver } = reviews[key] ?? {};
  if (accepted === undefined || status !== 'solved') return [];
  const visibleFrom = getVisibleFrom(
    problem,
    [bySeeker, bySolver].filter((review) => review !== undefined),
  );
  const buildReview = (review: DemoReview | undefined, author: string, subject: string): ReviewInsert[] => {
    if (review === undefined) return [];
    const createdAt = addToSolvedTime(problem, review.after);
    const people = { authorId: getId(author), subjectId: getId(subject) };
    const { rating, text } = review;
    return [{ id: createIdAt(createdAt), problemId: problem.row.id, ...people, rating, text, createdAt, visibleFrom }];
  };
  return [...buildReview(bySeeker, by, accepted), ...buildReview(bySolver, accepted, by)];
}
