import type { ProblemEvent } from '@solvent/contracts';
import { and, eq, inArray, notInArray, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { AccountDeletionHook } from '../accounts/index.ts';
import {
  bids,
  problemEvents,
  problemInvitations,
  problemReports,
  problems,
  savedProblems,
  savedSearches,
} from '../../schema/index.ts';
import { endAgreementsOfDepartingUser } from './agreements/lifecycle.ts';
import { LOCKED_PROBLEM_COLUMNS, PROBLEM_LOCK } from './problems/changes.ts';
import { notifySavers } from './problems/status.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { Events } from '../../platform/outbox/outbox.ts';

const isUnfinished = inArray(problems.status, ['open', 'in-progress']);

/** Locks a user's unfinished problems, and those with their live bids. Must come first in the lock order (`PROBLEM_LOCK`). */
async function lockActiveWork(tx: Tx, userId: string): Promise<void> {
  const bidOn = tx
    .select({ id: bids.problemId })
    .from(bids)
    .where(and(eq(bids.solverId, userId), inArray(bids.status, ['pending', 'accepted'])));
  const isOwn = and(eq(problems.userId, userId), isUnfinished);
  await tx
    .select({ id: problems.id })
    .from(problems)
    .where(or(isOwn, inArray(problems.id, bidOn)))
    .orderBy(problems.id)
    .for(PROBLEM_LOCK);
}

async function recordEvents(tx: Tx, changed: { id: string }[], event: ProblemEvent, personId: string, at: Date): Promise<void> {
  if (changed.length === 0) return;
  await tx.insert(problemEvents).values(changed.map(({ id }) => ({ problemId: id, event, personId, at })));
}

/** Keeps accepted bids on finished work, and reopens problems that lose their accepted bid (product 4.10). */
async function withdrawBids(tx: Tx, userId: string, filter: SQL | undefined, now: Date): Promise<void> {
  const inProgress = tx.select({ id: problems.id }).from(problems).where(eq(problems.status, 'in-progress'));
  const isActive = or(eq(bids.status, 'pending'), and(eq(bids.status, 'accepted'), inArray(bids.problemId, inProgress)));
  const withdrawn = await tx
    .update(bids)
    .set({ status: 'withdrawn', updatedAt: now })
    .where(and(filter, isActive))
    .returning({ problemId: bids.problemId });
  const isAffected = inArray(
    problems.id,
    withdrawn.map(({ problemId }) => problemId),
  );
  await tx
    .update(problems)
    .set({ bidCount: sql`GREATEST(${problems.bidCount} - 1, 0)` })
    .where(isAffected);
  const accepted = tx.select({ id: bids.problemId }).from(bids).where(eq(bids.status, 'accepted'));
  const reopened = await tx
    .update(problems)
    .set({ status: 'open', updatedAt: now })
    .where(and(isAffected, eq(problems.status, 'in-progress'), notInArray(problems.id, accepted)))
    .returning({ id: problems.id });
  await recordEvents(tx, reopened, 'parted', userId, now);
}

async function closeOwnProblems(tx: Tx, events: Events, userId: string, now: Date): Promise<void> {
  const isOwn = and(eq(problems.userId, userId), isUnfinished);
  const ids = tx.select({ id: problems.id }).from(problems).where(isOwn);
  await withdrawBids(tx, userId, and(eq(bids.status, 'accepted'), inArray(bids.problemId, ids)), now);
  await tx
    .update(bids)
    .set({ status: 'rejected', updatedAt: now })
    .where(and(eq(bids.status, 'pending'), inArray(bids.problemId, ids)));
  const closed = await tx
    .update(problems)
    .set({ status: 'closed', updatedAt: now })
    .where(isOwn)
    .returning(LOCKED_PROBLEM_COLUMNS);
  await recordEvents(tx, closed, 'closed', userId, now);
  for (const problem of closed) await notifySavers(tx, events, problem, 'closed', null, [userId]);
}

/** Ends a departing user's agreements, closes their problems, and withdraws their bids. Requires `lockActiveWork`. */
async function endActiveWork(tx: Tx, events: Events, userId: string, now: Date): Promise<void> {
  await endAgreementsOfDepartingUser(tx, events, userId, now);
  await closeOwnProblems(tx, events, userId, now);
  await withdrawBids(tx, userId, eq(bids.solverId, userId), now);
}

export const accountDeletion: AccountDeletionHook = {
  lock: lockActiveWork,
  settle: (tx, events, { id }, now) => endActiveWork(tx, events, id, now),
  async erase(tx, { id }) {
    await tx.delete(savedProblems).where(eq(savedProblems.userId, id));
    await tx.delete(savedSearches).where(eq(savedSearches.userId, id));
    await tx.delete(problemReports).where(eq(problemReports.userId, id));
    await tx.delete(problemInvitations).where(eq(problemInvitations.solverId, id));
  },
};
