import type { ProblemEvent } from '@solvent/contracts';
import { and, eq, inArray, notInArray, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { users } from '../accounts/schema.ts';
import { bids, personReviews, problemEvents, problems } from './schema.ts';
import { endAgreementsOf } from './agreements/lifecycle.ts';
import { LOCKED_PROBLEM_COLUMNS, PROBLEM_LOCK } from './problems/changes.ts';
import { notifySavers } from './problems/status.ts';
import { isReviewPublic } from './reviews/queries.ts';
import type { Executor, Tx } from '../../platform/db/connect.ts';
import type { Events } from '../../platform/outbox/outbox.ts';

export { presentSavedSearch, listSavedSearches, savedSearchSchema } from './problems/saved-searches.ts';
export { NOT_TAKEN_DOWN, visibleTo } from './problems/visibility.ts';
export { isReviewPublic } from './reviews/queries.ts';

const unfinished = inArray(problems.status, ['open', 'in-progress']);
const live = inArray(bids.status, ['pending', 'accepted']);

/** Locks the problems that a person has under way, before anything that comes later in the order of locks (`PROBLEM_LOCK`). */
export async function lockActiveWork(tx: Tx, personId: string): Promise<void> {
  const bidOn = tx
    .select({ id: bids.problemId })
    .from(bids)
    .where(and(eq(bids.solverId, personId), live));
  const own = and(eq(problems.userId, personId), unfinished);
  await tx
    .select({ id: problems.id })
    .from(problems)
    .where(or(own, inArray(problems.id, bidOn)))
    .orderBy(problems.id)
    .for(PROBLEM_LOCK);
}

/** For the timelines of what somebody's leaving changes. */
async function recordEach(tx: Tx, changed: { id: string }[], event: ProblemEvent, personId: string, at: Date): Promise<void> {
  if (changed.length === 0) return;
  await tx.insert(problemEvents).values(changed.map(({ id }) => ({ problemId: id, event, personId, at })));
}

/** Withdraws live bids, accepted ones where work is under way; a problem whose work has begun is open again (product 4.10). */
async function withdraw(tx: Tx, personId: string, which: SQL | undefined, now: Date): Promise<void> {
  const begun = tx.select({ id: problems.id }).from(problems).where(eq(problems.status, 'in-progress'));
  const underWay = or(eq(bids.status, 'pending'), and(eq(bids.status, 'accepted'), inArray(bids.problemId, begun)));
  const withdrawn = await tx
    .update(bids)
    .set({ status: 'withdrawn', updatedAt: now })
    .where(and(which, underWay))
    .returning({ problemId: bids.problemId });
  const of = inArray(
    problems.id,
    withdrawn.map(({ problemId }) => problemId),
  );
  await tx
    .update(problems)
    .set({ bidCount: sql`GREATEST(${problems.bidCount} - 1, 0)` })
    .where(of);
  const taken = tx.select({ id: bids.problemId }).from(bids).where(eq(bids.status, 'accepted'));
  const parted = and(of, eq(problems.status, 'in-progress'), notInArray(problems.id, taken));
  const open = { status: 'open', updatedAt: now } as const;
  const reopened = await tx.update(problems).set(open).where(parted).returning({ id: problems.id });
  await recordEach(tx, reopened, 'parted', personId, now);
}

async function closeOwnProblems(tx: Tx, events: Events, personId: string, now: Date): Promise<void> {
  const own = and(eq(problems.userId, personId), unfinished);
  const ids = tx.select({ id: problems.id }).from(problems).where(own);
  await withdraw(tx, personId, and(eq(bids.status, 'accepted'), inArray(bids.problemId, ids)), now);
  await tx
    .update(bids)
    .set({ status: 'rejected', updatedAt: now })
    .where(and(eq(bids.status, 'pending'), inArray(bids.problemId, ids)));
  const closed = await tx.update(problems).set({ status: 'closed', updatedAt: now }).where(own).returning(LOCKED_PROBLEM_COLUMNS);
  await recordEach(tx, closed, 'closed', personId, now);
  for (const problem of closed) await notifySavers(tx, events, problem, 'closed', null, [personId]);
}

/**
 * Ends what a person has under way. Own problems that are not solved are closed: their pending bids are rejected, an accepted
 * one is withdrawn. Own live bids are withdrawn, and a problem that the person works on is open again. Agreements on that are over, and the other one is told. What is done stays.
 * To be called with all of it locked (`lockWork`).
 */
export async function endActiveWork(tx: Tx, events: Events, personId: string, now: Date): Promise<void> {
  await endAgreementsOf(tx, events, personId, now);
  await closeOwnProblems(tx, events, personId, now);
  await withdraw(tx, personId, eq(bids.solverId, personId), now);
}

/** The mean of reviews, to one decimal, and how many there are. */
export const RATING_COLUMNS = {
  rating: sql<number | null>`round(avg(${personReviews.rating}), 1)::float8`,
  ratingCount: sql<number>`count(*)::int`,
};

/** How many problems of others the person of the query around it, of `users`, has solved. */
export function countSolvedForOthers(db: Executor): SQL<number> {
  const solved = db.select({ id: problems.id }).from(problems).where(eq(problems.status, 'solved'));
  const accepted = and(eq(bids.solverId, users.id), eq(bids.status, 'accepted'), inArray(bids.problemId, solved));
  return db.$count(bids, accepted);
}

/** What others say of each person that a query joins from `users`: join it laterally. Reviews count once others see them. */
export function personRatings(db: Executor, now: Date | SQLWrapper = new Date()) {
  return db
    .select({ rating: RATING_COLUMNS.rating.as('rating'), ratingCount: RATING_COLUMNS.ratingCount.as('rating_count') })
    .from(personReviews)
    .where(and(eq(personReviews.subjectId, users.id), isReviewPublic(now)))
    .as('ratings');
}
