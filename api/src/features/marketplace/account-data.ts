import { CATEGORY_VALUES } from '@solvent/contracts';
import type { ProblemEvent } from '@solvent/contracts';
import { and, eq, inArray, notInArray, or, sql, desc, ne } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { json, savedSearchSchema } from '@solvent/contracts/schemas';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { exportFields, exportRows, omitColumns, personColumns, problemColumns } from '../accounts/index.ts';
import type { AccountDeletionHook } from '../accounts/index.ts';
import {
  bids,
  problemEvents,
  problemInvitations,
  problemReports,
  problems,
  savedProblems,
  savedSearches,
  bidFiles,
  comments,
  personReviews,
  users,
} from '../../schema/index.ts';
import { endAgreementsOfDepartingUser } from './agreements/lifecycle.ts';
import { LOCKED_PROBLEM_COLUMNS, PROBLEM_LOCK } from './problems/changes.ts';
import { notifySavers } from './problems/service.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { Events } from '../../platform/outbox/outbox.ts';
import { exportedAgreements } from './agreements/export.ts';
import { listSavedSearches, presentSavedSearch } from './problems/saved-searches.ts';
import { isReviewPublic } from './reviews/queries.ts';

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

export const accountDeletion: AccountDeletionHook = {
  lock: lockActiveWork,
  async settle(tx, events, { id }, now) {
    await endAgreementsOfDepartingUser(tx, events, id, now);
    await closeOwnProblems(tx, events, id, now);
    await withdrawBids(tx, id, eq(bids.solverId, id), now);
  },
  async erase(tx, { id }) {
    await tx.delete(savedProblems).where(eq(savedProblems.userId, id));
    await tx.delete(savedSearches).where(eq(savedSearches.userId, id));
    await tx.delete(problemReports).where(eq(problemReports.userId, id));
    await tx.delete(problemInvitations).where(eq(problemInvitations.solverId, id));
  },
};

const isAbout = (column: PgColumn) => eq(problems.id, column);

/** Ids of files in the export. */
const bidFileIds = sql<string[]>`ARRAY(
  SELECT ${bidFiles.fileId} FROM ${bidFiles} WHERE ${bidFiles.bidId} = ${bids.id} ORDER BY ${bidFiles.position}
)`;

const problem = problemColumns;
const { id: reviewId, rating, text, createdAt: reviewedAt } = personReviews;
const review = { _id: reviewId, problem, rating, text, createdAt: reviewedAt };
const { id: commentId, content, createdAt: commentedAt, editedAt } = comments;
const { reason, description, createdAt: reportedAt } = problemReports;
const invitedAt = problemInvitations.createdAt;

export const exporter = exportFields({
  problems: exportRows(
    {
      _id: problems.id,
      ...omitColumns(problems, 'id', 'userId', 'tagKeys', 'search', 'requestKey', 'takenDownAt', 'rewrittenAt'),
    },
    (select, { id }) => select.from(problems).where(eq(problems.userId, id)).orderBy(desc(problems.createdAt)),
    { category: json.oneOf(CATEGORY_VALUES) },
  ),
  bids: exportRows(
    {
      _id: bids.id,
      problem,
      files: bidFileIds,
      ...omitColumns(bids, 'id', 'problemId', 'solverId', 'shortlisted', 'requestKey', 'confirmedAt'),
    },
    (select, { id }) =>
      select
        .from(bids)
        .innerJoin(problems, isAbout(bids.problemId))
        .where(eq(bids.solverId, id))
        .orderBy(desc(bids.createdAt), desc(bids.id)),
    { files: json.list(json.id) },
  ),
  agreements: exportedAgreements,
  reviewsWritten: exportRows({ ...review, subject: personColumns }, (select, { id }) =>
    select
      .from(personReviews)
      .innerJoin(problems, isAbout(personReviews.problemId))
      .innerJoin(users, eq(users.id, personReviews.subjectId))
      .where(eq(personReviews.authorId, id))
      .orderBy(desc(reviewedAt)),
  ),
  // Excludes reviews that stay hidden until both sides have rated.
  reviewsReceived: exportRows({ ...review, author: personColumns }, (select, { id }) =>
    select
      .from(personReviews)
      .innerJoin(problems, isAbout(personReviews.problemId))
      .innerJoin(users, eq(users.id, personReviews.authorId))
      .where(and(eq(personReviews.subjectId, id), isReviewPublic(new Date())))
      .orderBy(desc(reviewedAt)),
  ),
  savedProblems: exportRows({ problem, savedAt: savedProblems.savedAt }, (select, { id }) =>
    select
      .from(savedProblems)
      .innerJoin(problems, isAbout(savedProblems.problemId))
      .where(eq(savedProblems.userId, id))
      .orderBy(desc(savedProblems.savedAt)),
  ),
  savedSearches: {
    schema: json.list(savedSearchSchema),
    read: async (tx, { id }) => (await listSavedSearches(tx, id)).map(presentSavedSearch),
  },
  problemReports: exportRows({ problem, reason, description, createdAt: reportedAt }, (select, { id }) =>
    select
      .from(problemReports)
      .innerJoin(problems, isAbout(problemReports.problemId))
      .where(eq(problemReports.userId, id))
      .orderBy(desc(reportedAt)),
  ),
  comments: exportRows({ _id: commentId, problem, content, createdAt: commentedAt, editedAt }, (select, { id }) =>
    select
      .from(comments)
      .innerJoin(problems, isAbout(comments.problemId))
      // Deleted comments are empty; taken-down ones keep their content.
      .where(and(eq(comments.authorId, id), ne(content, '')))
      .orderBy(desc(commentedAt)),
  ),
  events: exportRows({ problem, event: problemEvents.event, at: problemEvents.at }, (select, { id }) =>
    select
      .from(problemEvents)
      .innerJoin(problems, isAbout(problemEvents.problemId))
      .where(eq(problemEvents.personId, id))
      .orderBy(desc(problemEvents.at)),
  ),
  invitationsSent: exportRows({ problem, solver: personColumns, createdAt: invitedAt }, (select, { id }) =>
    select
      .from(problemInvitations)
      .innerJoin(problems, isAbout(problemInvitations.problemId))
      .innerJoin(users, eq(users.id, problemInvitations.solverId))
      .where(eq(problems.userId, id))
      .orderBy(desc(invitedAt)),
  ),
  invitationsReceived: exportRows({ problem, createdAt: invitedAt }, (select, { id }) =>
    select
      .from(problemInvitations)
      .innerJoin(problems, isAbout(problemInvitations.problemId))
      .where(eq(problemInvitations.solverId, id))
      .orderBy(desc(invitedAt)),
  ),
});
