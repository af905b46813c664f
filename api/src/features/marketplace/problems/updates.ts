import type { ProblemUpdate } from '@solvent/contracts';
import { and, eq, exists, gt, isNull, ne, not, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { hasBlockBetween } from '../../accounts/service.ts';
import { bids, comments, problems, seenBids } from '../schema.ts';
import type { Db, Executor } from '../../../platform/db/connect.ts';

/**
 * Questions under the problem of the query around it that its poster has not answered; none under an own question, nor of someone from whom
 * a block separates them.
 */
export function openQuestionsOf(db: Executor, posterId: SQLWrapper): SQL | undefined {
  const answers = alias(comments, 'answers');
  const answered = db
    .select({ id: answers.id })
    .from(answers)
    .where(
      and(
        eq(answers.problemId, problems.id),
        eq(answers.parentId, comments.id),
        eq(answers.authorId, posterId),
        isNull(answers.deletedAt),
      ),
    );
  return and(
    eq(comments.problemId, problems.id),
    isNull(comments.parentId),
    isNull(comments.deletedAt),
    ne(comments.authorId, posterId),
    not(exists(answered)),
    not(hasBlockBetween(comments.authorId, posterId)),
  );
}

const pendingOf = (problemId: SQLWrapper) => and(eq(bids.problemId, problemId), eq(bids.status, 'pending'));

/** When the poster last looked at the bids of a problem, in a comparison: before any of them, where they never have. */
const lookedAt = (db: Executor, problemId: SQLWrapper) => {
  const looked = db.select({ at: seenBids.at }).from(seenBids).where(eq(seenBids.problemId, problemId));
  return sql`coalesce((${looked}), '-infinity')`;
};

const newBidsOf = (db: Executor, problemId: SQLWrapper) => and(pendingOf(problemId), gt(bids.createdAt, lookedAt(db, problemId)));

/** What waits for the poster of the problem of the query around it, as columns. */
export const newsColumns = (db: Executor) =>
  ({
    pendingBids: db.$count(bids, pendingOf(problems.id)),
    newBids: db.$count(bids, newBidsOf(db, problems.id)),
    openQuestions: db.$count(comments, openQuestionsOf(db, problems.userId)),
  }) satisfies Record<keyof ProblemUpdate, SQL<number>>;

/** Whether the problem of the query around it has new bids, and whether anything waits: one row of each is enough to know. */
export function newsConditions(db: Executor): { isNew: SQL; isWaiting: SQL } {
  const someOf = (which: SQL | undefined) => db.select({ id: bids.id }).from(bids).where(which);
  const asked = db.select({ id: comments.id }).from(comments).where(openQuestionsOf(db, problems.userId));
  return {
    isNew: exists(someOf(newBidsOf(db, problems.id))),
    isWaiting: sql`(${exists(someOf(pendingOf(problems.id)))} OR ${exists(asked)})`,
  };
}

/**
 * Notes that somebody looks at the bids of a problem: if they posted it, those that came until now are no longer new. Where none
 * is, nothing is written.
 */
export async function recordBidsSeen(db: Db, problemId: string, viewerId: string, at: Date): Promise<void> {
  const unseen = db
    .select({ id: bids.id })
    .from(bids)
    .where(and(eq(bids.problemId, problems.id), gt(bids.createdAt, lookedAt(db, problems.id))));
  const looked = db
    .select({ problemId: problems.id, at: sql`${at.toISOString()}::timestamptz`.as('at') })
    .from(problems)
    .where(and(eq(problems.id, problemId), eq(problems.userId, viewerId), exists(unseen)));
  await db
    .insert(seenBids)
    .select(looked)
    .onConflictDoUpdate({ target: seenBids.problemId, set: { at: sql`greatest(${seenBids.at}, excluded.at)` } });
}
