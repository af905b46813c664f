import { and, eq, exists, gt, isNull, ne, not, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { hasBlockBetween } from '../../accounts/index.ts';
import { bids, comments, problems, seenBids } from '../../../schema/index.ts';
import type { Db, Executor } from '../../../platform/db/connect.ts';

/** Questions on the outer query's problem that its poster has not answered, except the poster's own and those of blocked users. */
export function isOpenQuestion(db: Executor, posterId: SQLWrapper): SQL | undefined {
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

const isPendingBid = (problemId: SQLWrapper) => and(eq(bids.problemId, problemId), eq(bids.status, 'pending'));

/** When the poster last viewed the bids of a problem; `-infinity` if never. */
const lastSeenAt = (db: Executor, problemId: SQLWrapper) => {
  const seen = db.select({ at: seenBids.at }).from(seenBids).where(eq(seenBids.problemId, problemId));
  return sql`coalesce((${seen}), '-infinity')`;
};

const isNewBid = (db: Executor, problemId: SQLWrapper) =>
  and(isPendingBid(problemId), gt(bids.createdAt, lastSeenAt(db, problemId)));

/** Of the outer query's problem. */
export const updateColumns = (db: Executor) => ({
  pendingBids: db.$count(bids, isPendingBid(problems.id)),
  newBids: db.$count(bids, isNewBid(db, problems.id)),
  openQuestions: db.$count(comments, isOpenQuestion(db, problems.userId)),
});

/** Like {@link updateColumns}, but stops at the first row of each kind instead of counting. */
export function updateConditions(db: Executor): { isNew: SQL; isWaiting: SQL } {
  const selectBids = (condition: SQL | undefined) => db.select({ id: bids.id }).from(bids).where(condition);
  const questions = db.select({ id: comments.id }).from(comments).where(isOpenQuestion(db, problems.userId));
  return {
    isNew: exists(selectBids(isNewBid(db, problems.id))),
    isWaiting: sql`(${exists(selectBids(isPendingBid(problems.id)))} OR ${exists(questions)})`,
  };
}

/** Marks the bids of a problem as seen if the viewer is its poster. Writes nothing if there are no new bids. */
export async function recordBidsSeen(db: Db, problemId: string, viewerId: string, at: Date): Promise<void> {
  const unseen = db
    .select({ id: bids.id })
    .from(bids)
    .where(and(eq(bids.problemId, problems.id), gt(bids.createdAt, lastSeenAt(db, problems.id))));
  const seen = db
    .select({ problemId: problems.id, at: sql`${at.toISOString()}::timestamptz`.as('at') })
    .from(problems)
    .where(and(eq(problems.id, problemId), eq(problems.userId, viewerId), exists(unseen)));
  await db
    .insert(seenBids)
    .select(seen)
    .onConflictDoUpdate({ target: seenBids.problemId, set: { at: sql`greatest(${seenBids.at}, excluded.at)` } });
}
