import type { ProblemReview, ReviewBody } from '@solvent/contracts';
import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { users } from '../../accounts/schema.ts';
import { notify } from '../../notifications/service.ts';
import { addAskAgain, holdProblem } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { PROBLEM_WORDS } from '../problems/words.ts';
import { ratedUntil } from './queries.ts';
import { bids, personReviews, problems } from '../schema.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** Which problem, and who rates. */
interface Rating {
  problemId: string;
  authorId: string;
  body: ReviewBody;
}

/** Whom the author rates, and until when. */
interface Chance {
  subjectId: string;
  until: Date;
  problem: LockedProblem;
}

/** The one on the other side of the problem. */
async function subjectOf(tx: Tx, { problemId, authorId }: Rating, posterId: string): Promise<string> {
  const accepted = and(eq(bids.problemId, problemId), eq(bids.status, 'accepted'));
  const [bid] = await tx.select({ solverId: bids.solverId }).from(bids).where(accepted);
  if (authorId === posterId && bid !== undefined) return bid.solverId;
  if (authorId === bid?.solverId) return posterId;
  if (authorId === posterId) throw conflict('This problem is not solved yet.');
  throw new AppError('forbidden', 'Only who posted this problem and who solved it can rate each other.');
}

/** Checks all but whether the author has rated. Whoever solves, reopens or rates waits for the lock. */
async function chanceOf(tx: Tx, rating: Rating, now: Date): Promise<Chance> {
  const problem = await holdProblem(tx, rating.problemId);
  const subjectId = await subjectOf(tx, rating, problem.userId);
  if (problem.status !== 'solved') throw conflict('This problem is not solved yet.');
  const [solved] = await tx.select({ at: problems.solvedAt }).from(problems).where(eq(problems.id, problem.id));
  const until = ratedUntil(solved?.at ?? new Date(0));
  if (now > until) throw conflict('The time for rating is over.');
  return { subjectId, until, problem };
}

/** What is there already: both are seen once both are. @returns from when the new one is seen */
async function reveal(tx: Tx, { problemId, authorId }: Rating, { until }: Chance, now: Date): Promise<Date> {
  const ofProblem = eq(personReviews.problemId, problemId);
  const there = await tx.select({ authorId: personReviews.authorId }).from(personReviews).where(ofProblem);
  if (there.some((review) => review.authorId === authorId)) throw conflict('You have rated already.');
  if (there.length === 0) return until;
  await tx.update(personReviews).set({ visibleFrom: now }).where(ofProblem);
  return now;
}

async function readReview(tx: Tx, id: string): Promise<ProblemReview> {
  const [row] = await tx.select().from(personReviews).where(eq(personReviews.id, id));
  if (row === undefined) throw new Error('A stored review was not found again');
  const people = await tx
    .select({ _id: users.id, name: users.name, image: users.image })
    .from(users)
    .where(inArray(users.id, [row.authorId, row.subjectId]));
  const [author, subject] = [row.authorId, row.subjectId].map((person) => people.find(({ _id }) => _id === person));
  if (author === undefined || subject === undefined) throw new Error('A review is of nobody');
  return { _id: id, author, subject, rating: row.rating, text: row.text, createdAt: row.createdAt.toISOString() };
}

/** Tells who was rated that they were, not how: that is seen once both have rated. */
async function tellRated(tx: Tx, events: Events, { authorId }: Rating, { subjectId, until, problem }: Chance, from: Date) {
  const people = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [authorId, subjectId]));
  const [author, subject] = [authorId, subjectId].map((id) => people.find((person) => person.id === id));
  if (author === undefined || subject?.deletedAt !== null) return;
  const words = from < until ? PROBLEM_WORDS.ratedBoth(problem.title) : PROBLEM_WORDS.ratedFirst(problem.title, until);
  await notify(tx, events, { ...words, userId: subjectId, actor: author, problemId: problem.id });
}

/**
 * Stores what seeker or solver of a solved problem says of the other (product 4.12): others see it when both have
 * written, else when the time for rating is over.
 * @throws AppError `not_found` without such a problem; `forbidden` to all but the two; `conflict` if it is not solved, the
 *   time is over, or the author has rated already
 */
export function rateOther({ transact }: Deps, rating: Rating): Promise<ProblemReview> {
  return transact(async (tx, events) => {
    const now = new Date();
    const { problemId, authorId, body } = rating;
    const chance = await chanceOf(tx, rating, now);
    const visibleFrom = await reveal(tx, rating, chance, now);
    const said = { rating: body.rating, text: body.text, createdAt: now, visibleFrom };
    const [stored] = await tx
      .insert(personReviews)
      .values({ problemId, authorId, subjectId: chance.subjectId, ...said })
      .returning({ id: personReviews.id });
    if (stored === undefined) throw new Error('A review was not stored');
    await tellRated(tx, events, rating, chance, visibleFrom);
    // Pages of both ask again: what the other one said may be there to see by now.
    addAskAgain(events, problemId);
    return readReview(tx, stored.id);
  });
}
