import { PROBLEM_EVENTS, PROBLEM_REPORT_REASONS } from '@solvent/contracts';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { collectAgreements } from './agreements.ts';
import { collectConversations } from './messages.ts';
import { collectModuleTraces, collectOwnModules } from './modules.ts';
import { collectNotificationIds } from './notifications.ts';
import { namedSchema, personColumns, problemColumns, timeOrNull, titledSchema, toIsoDates } from './shared.ts';
import { knownDevices, personBlocks, sessions, socialIdentities, users } from '../schema.ts';
import type { UserRow } from '../schema.ts';
import { files } from '../../files/schema.ts';
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
} from '../../marketplace/schema.ts';
import { isReviewPublic, presentSavedSearch, listSavedSearches, savedSearchSchema } from '../../marketplace/service.ts';
import { contactMessages } from '../../site/schema.ts';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import { json } from '../../../platform/http/response-schema.ts';

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
  const blocked = await tx
    .select({ person: personColumns, createdAt: personBlocks.createdAt })
    .from(personBlocks)
    .innerJoin(users, eq(users.id, personBlocks.blockedId))
    .where(eq(personBlocks.blockerId, userId))
    .orderBy(desc(personBlocks.createdAt));
  return {
    savedProblems: saved.map(toIsoDates),
    savedSearches: (await listSavedSearches(tx, userId)).map(presentSavedSearch),
    problemReports: reports.map(toIsoDates),
    comments: ownComments.map(toIsoDates),
    events: events.map(toIsoDates),
    invitationsSent: sent.map(toIsoDates),
    invitationsReceived: received.map(toIsoDates),
    blockedPeople: blocked.map(toIsoDates),
  };
}

const comment = { _id: json.id, problem: titledSchema, content: json.text, createdAt: json.time, editedAt: timeOrNull };

export const tracesFields = {
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
  blockedPeople: json.list(json.object({ person: namedSchema, createdAt: json.time })),
};

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

async function collect(tx: Tx, user: UserRow) {
  const { id } = user;
  return {
    user,
    social: await tx.select().from(socialIdentities).where(eq(socialIdentities.userId, id)),
    sessions: await tx.select().from(sessions).where(eq(sessions.userId, id)).orderBy(desc(sessions.lastUsedAt)),
    devices: await tx.select().from(knownDevices).where(eq(knownDevices.userId, id)).orderBy(desc(knownDevices.lastUsedAt)),
    problems: await tx.select().from(problems).where(eq(problems.userId, id)).orderBy(desc(problems.createdAt)),
    bids: await collectBids(tx, id),
    agreements: await collectAgreements(tx, id),
    reviewsWritten: await collectReviewsWritten(tx, id),
    reviewsReceived: await collectReviewsReceived(tx, id),
    traces: await collectTraces(tx, id),
    conversations: await collectConversations(tx, id),
    notificationIds: await collectNotificationIds(tx, id),
    modules: await collectOwnModules(tx, id),
    moduleTraces: await collectModuleTraces(tx, id),
    files: await tx.select().from(files).where(eq(files.ownerId, id)).orderBy(desc(files.createdAt)),
    contactMessages: await tx
      .select()
      .from(contactMessages)
      .where(sql`lower(trim(${contactMessages.email})) = ${user.email}`)
      .orderBy(desc(contactMessages.createdAt)),
  };
}

/** A consistent snapshot, without messages and notifications, which are streamed. Contains secrets: see `presentExport`. */
export const collectData = (db: Db, user: UserRow) =>
  db.transaction((tx) => collect(tx, user), { isolationLevel: 'repeatable read', accessMode: 'read only' });

export type CollectedData = Awaited<ReturnType<typeof collectData>>;
