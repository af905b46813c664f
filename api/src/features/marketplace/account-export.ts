import { CATEGORY_VALUES } from '@solvent/contracts';
import { json } from '@solvent/contracts/schemas';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { exportFields, exportRows, omitColumns, personColumns, problemColumns } from '../accounts/index.ts';
import {
  bidFiles,
  bids,
  comments,
  personReviews,
  problemEvents,
  problemInvitations,
  problemReports,
  problems,
  savedProblems,
  users,
} from '../../schema/index.ts';
import { exportedAgreements } from './agreements/export.ts';
import { listSavedSearches, presentSavedSearch, savedSearchSchema } from './problems/saved-searches.ts';
import { isReviewPublic } from './reviews/queries.ts';

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
