import { BID_STATUSES, CATEGORY_VALUES, PROBLEM_EVENTS, PROBLEM_REPORT_REASONS, PROBLEM_STATUSES } from '@solvent/contracts';
import { json } from '@solvent/contracts/schemas';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  defineExporter,
  namedSchema,
  personColumns,
  problemColumns,
  timeOrNull,
  titledSchema,
  toIsoDates,
} from '../accounts/index.ts';
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
import { collectAgreements, exportedAgreementSchema } from './agreements/export.ts';
import { listSavedSearches, presentSavedSearch, savedSearchSchema } from './problems/saved-searches.ts';
import { isReviewPublic } from './reviews/queries.ts';
import type { Tx } from '../../platform/db/connect.ts';

const isAbout = (column: PgColumn) => eq(problems.id, column);

async function collectTraces(tx: Tx, userId: string) {
  const saved = await tx
    .select({ problem: problemColumns, savedAt: savedProblems.savedAt })
    .from(savedProblems)
    .innerJoin(problems, isAbout(savedProblems.problemId))
    .where(eq(savedProblems.userId, userId))
    .orderBy(desc(savedProblems.savedAt));
  const { reason, description, createdAt: reportedAt } = problemReports;
  const reports = await tx
    .select({ problem: problemColumns, reason, description, createdAt: reportedAt })
    .from(problemReports)
    .innerJoin(problems, isAbout(problemReports.problemId))
    .where(eq(problemReports.userId, userId))
    .orderBy(desc(reportedAt));
  const { id: _id, content, createdAt, editedAt } = comments;
  const ownComments = await tx
    .select({ _id, problem: problemColumns, content, createdAt, editedAt })
    .from(comments)
    .innerJoin(problems, isAbout(comments.problemId))
    // Deleted comments are empty; taken-down ones keep their content.
    .where(and(eq(comments.authorId, userId), ne(content, '')))
    .orderBy(desc(createdAt));
  const events = await tx
    .select({ problem: problemColumns, event: problemEvents.event, at: problemEvents.at })
    .from(problemEvents)
    .innerJoin(problems, isAbout(problemEvents.problemId))
    .where(eq(problemEvents.personId, userId))
    .orderBy(desc(problemEvents.at));
  const sent = await tx
    .select({ problem: problemColumns, solver: personColumns, createdAt: problemInvitations.createdAt })
    .from(problemInvitations)
    .innerJoin(problems, isAbout(problemInvitations.problemId))
    .innerJoin(users, eq(users.id, problemInvitations.solverId))
    .where(eq(problems.userId, userId))
    .orderBy(desc(problemInvitations.createdAt));
  const received = await tx
    .select({ problem: problemColumns, createdAt: problemInvitations.createdAt })
    .from(problemInvitations)
    .innerJoin(problems, isAbout(problemInvitations.problemId))
    .where(eq(problemInvitations.solverId, userId))
    .orderBy(desc(problemInvitations.createdAt));
  return {
    savedProblems: saved.map(toIsoDates),
    savedSearches: (await listSavedSearches(tx, userId)).map(presentSavedSearch),
    problemReports: reports.map(toIsoDates),
    comments: ownComments.map(toIsoDates),
    events: events.map(toIsoDates),
    invitationsSent: sent.map(toIsoDates),
    invitationsReceived: received.map(toIsoDates),
  };
}

const comment = { _id: json.id, problem: titledSchema, content: json.text, createdAt: json.time, editedAt: timeOrNull };

async function collectBids(tx: Tx, userId: string) {
  const { id: _id, amount, message, estimatedDays, status, reason, createdAt, updatedAt } = bids;
  const attached = tx.select({ id: bidFiles.fileId }).from(bidFiles).where(eq(bidFiles.bidId, bids.id));
  // Ids of files in the export.
  const fileIds = sql<string[]>`ARRAY(${attached.orderBy(bidFiles.position)})`;
  const found = await tx
    .select({
      _id,
      problem: problemColumns,
      amount,
      message,
      files: fileIds,
      estimatedDays,
      status,
      reason,
      createdAt,
      updatedAt,
    })
    .from(bids)
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .where(eq(bids.solverId, userId))
    .orderBy(desc(createdAt), desc(_id));
  return found.map(toIsoDates);
}

const { id: reviewId, rating, text, createdAt: reviewedAt } = personReviews;
const reviewColumns = { _id: reviewId, problem: problemColumns, rating, text, createdAt: reviewedAt };

async function collectReviewsWritten(tx: Tx, userId: string) {
  const found = await tx
    .select({ ...reviewColumns, subject: personColumns })
    .from(personReviews)
    .innerJoin(problems, eq(problems.id, personReviews.problemId))
    .innerJoin(users, eq(users.id, personReviews.subjectId))
    .where(eq(personReviews.authorId, userId))
    .orderBy(desc(reviewedAt));
  return found.map(toIsoDates);
}

/** Excludes reviews that stay hidden until both sides have rated. */
async function collectReviewsReceived(tx: Tx, userId: string) {
  const found = await tx
    .select({ ...reviewColumns, author: personColumns })
    .from(personReviews)
    .innerJoin(problems, eq(problems.id, personReviews.problemId))
    .innerJoin(users, eq(users.id, personReviews.authorId))
    .where(and(eq(personReviews.subjectId, userId), isReviewPublic(new Date())))
    .orderBy(desc(reviewedAt));
  return found.map(toIsoDates);
}

const problem = {
  _id: json.id,
  title: json.text,
  body: json.text,
  description: json.text,
  category: json.oneOf(CATEGORY_VALUES),
  tags: json.list(json.text),
  budget: json.integer,
  status: json.oneOf(PROBLEM_STATUSES),
  bidCount: json.integer,
  solvedAt: timeOrNull,
  createdAt: json.time,
  updatedAt: json.time,
};

async function collectProblems(tx: Tx, userId: string) {
  const {
    id: _id,
    title,
    body,
    description,
    category,
    tags,
    budget,
    status,
    bidCount,
    solvedAt,
    createdAt,
    updatedAt,
  } = problems;
  const found = await tx
    .select({ _id, title, body, description, category, tags, budget, status, bidCount, solvedAt, createdAt, updatedAt })
    .from(problems)
    .where(eq(problems.userId, userId))
    .orderBy(desc(createdAt));
  return found.map(toIsoDates);
}

const bid = {
  _id: json.id,
  problem: titledSchema,
  amount: json.integer,
  message: json.text,
  files: json.list(json.id),
  estimatedDays: json.integer,
  status: json.oneOf(BID_STATUSES),
  reason: json.textOrNull,
  createdAt: json.time,
  updatedAt: json.time,
};

const review = { _id: json.id, problem: titledSchema, rating: json.integer, text: json.text, createdAt: json.time };

export const exporter = defineExporter({
  fields: {
    problems: json.list(json.object(problem)),
    bids: json.list(json.object(bid)),
    agreements: json.list(exportedAgreementSchema),
    reviewsWritten: json.list(json.object({ ...review, subject: namedSchema })),
    reviewsReceived: json.list(json.object({ ...review, author: namedSchema })),
    savedProblems: json.list(json.object({ problem: titledSchema, savedAt: json.time })),
    savedSearches: json.list(savedSearchSchema),
    problemReports: json.list(
      json.object({
        problem: titledSchema,
        reason: json.oneOf(PROBLEM_REPORT_REASONS),
        description: json.text,
        createdAt: json.time,
      }),
    ),
    comments: json.list(json.object(comment)),
    events: json.list(json.object({ problem: titledSchema, event: json.oneOf(PROBLEM_EVENTS), at: json.time })),
    invitationsSent: json.list(json.object({ problem: titledSchema, solver: namedSchema, createdAt: json.time })),
    invitationsReceived: json.list(json.object({ problem: titledSchema, createdAt: json.time })),
  },
  collect: async (tx, { id }) => ({
    problems: await collectProblems(tx, id),
    bids: await collectBids(tx, id),
    agreements: await collectAgreements(tx, id),
    reviewsWritten: await collectReviewsWritten(tx, id),
    reviewsReceived: await collectReviewsReceived(tx, id),
    ...(await collectTraces(tx, id)),
  }),
});
