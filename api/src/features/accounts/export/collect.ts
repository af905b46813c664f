import { PROBLEM_EVENTS, PROBLEM_REPORT_REASONS } from '@solvent/contracts';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { collectAgreements } from './agreements.ts';
import { collectConversations } from './messages.ts';
import { collectModuleTraces, collectOwnModules } from './modules.ts';
import { collectNotificationIds } from './notifications.ts';
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

const titled = { _id: problems.id, title: problems.title };
const named = { _id: users.id, name: users.name };
const aboutProblem = (column: PgColumn) => eq(problems.id, column);

/** What a person left at problems and people, besides posting and bidding: saved ones, reports, comments that still have words, events, invitations, blocks. */
async function collectTraces(tx: Tx, userId: string) {
  return {
    savedProblems: await tx
      .select({ problem: titled, savedAt: savedProblems.savedAt })
      .from(savedProblems)
      .innerJoin(problems, aboutProblem(savedProblems.problemId))
      .where(eq(savedProblems.userId, userId))
      .orderBy(desc(savedProblems.savedAt)),
    savedSearches: await listSavedSearches(tx, userId),
    problemReports: await tx
      .select({ problem: titled, report: problemReports })
      .from(problemReports)
      .innerJoin(problems, aboutProblem(problemReports.problemId))
      .where(eq(problemReports.userId, userId))
      .orderBy(desc(problemReports.createdAt)),
    comments: await tx
      .select({ problem: titled, comment: comments })
      .from(comments)
      .innerJoin(problems, aboutProblem(comments.problemId))
      // Deleted comments have none; comments that are taken down have theirs.
      .where(and(eq(comments.authorId, userId), ne(comments.content, '')))
      .orderBy(desc(comments.createdAt)),
    events: await tx
      .select({ problem: titled, event: problemEvents.event, at: problemEvents.at })
      .from(problemEvents)
      .innerJoin(problems, aboutProblem(problemEvents.problemId))
      .where(eq(problemEvents.personId, userId))
      .orderBy(desc(problemEvents.at)),
    invitationsSent: await tx
      .select({ problem: titled, solver: named, createdAt: problemInvitations.createdAt })
      .from(problemInvitations)
      .innerJoin(problems, aboutProblem(problemInvitations.problemId))
      .innerJoin(users, eq(users.id, problemInvitations.solverId))
      .where(eq(problems.userId, userId))
      .orderBy(desc(problemInvitations.createdAt)),
    invitationsReceived: await tx
      .select({ problem: titled, createdAt: problemInvitations.createdAt })
      .from(problemInvitations)
      .innerJoin(problems, aboutProblem(problemInvitations.problemId))
      .where(eq(problemInvitations.solverId, userId))
      .orderBy(desc(problemInvitations.createdAt)),
    blockedPeople: await tx
      .select({ person: named, createdAt: personBlocks.createdAt })
      .from(personBlocks)
      .innerJoin(users, eq(users.id, personBlocks.blockedId))
      .where(eq(personBlocks.blockerId, userId))
      .orderBy(desc(personBlocks.createdAt)),
  };
}

const timed = <Row extends { createdAt: Date }>({ createdAt, ...row }: Row) => ({ ...row, createdAt: createdAt.toISOString() });

/** The same as it leaves the server. */
export function presentTraces(traces: Awaited<ReturnType<typeof collectTraces>>) {
  return {
    savedProblems: traces.savedProblems.map(({ problem, savedAt }) => ({ problem, savedAt: savedAt.toISOString() })),
    savedSearches: traces.savedSearches.map(presentSavedSearch),
    problemReports: traces.problemReports.map(({ problem, report: { reason, description, createdAt } }) => ({
      problem,
      reason,
      description,
      createdAt: createdAt.toISOString(),
    })),
    comments: traces.comments.map(({ problem, comment: { id, content, createdAt, editedAt } }) => ({
      _id: id,
      problem,
      content,
      createdAt: createdAt.toISOString(),
      editedAt: editedAt?.toISOString() ?? null,
    })),
    events: traces.events.map(({ problem, event, at }) => ({ problem, event, at: at.toISOString() })),
    invitationsSent: traces.invitationsSent.map(timed),
    invitationsReceived: traces.invitationsReceived.map(timed),
    blockedPeople: traces.blockedPeople.map(timed),
  };
}

const problem = json.object({ _id: json.id, title: json.text });
const namedPerson = json.object({ _id: json.id, name: json.text });
const comment = { _id: json.id, problem, content: json.text, createdAt: json.time, editedAt: json.orNull(json.time) };

/** The properties of these in the export. */
export const tracesFields = {
  savedProblems: json.list(json.object({ problem, savedAt: json.time })),
  savedSearches: json.list(savedSearchSchema),
  problemReports: json.list(
    json.object({ problem, reason: json.oneOf(PROBLEM_REPORT_REASONS), description: json.text, createdAt: json.time }),
  ),
  comments: json.list(json.object(comment)),
  events: json.list(json.object({ problem, event: json.oneOf(PROBLEM_EVENTS), at: json.time })),
  invitationsSent: json.list(json.object({ problem, solver: namedPerson, createdAt: json.time })),
  invitationsReceived: json.list(json.object({ problem, createdAt: json.time })),
  blockedPeople: json.list(json.object({ person: namedPerson, createdAt: json.time })),
};

const problemColumns = { id: problems.id, title: problems.title };
const person = { id: users.id, name: users.name };

/** Of the bid of the query around it: they are among all files, by their ids. */
const bidFileIds = (tx: Tx) => {
  const attached = tx.select({ id: bidFiles.fileId }).from(bidFiles).where(eq(bidFiles.bidId, bids.id));
  return sql<string[]>`ARRAY(${attached.orderBy(bidFiles.position)})`;
};

function ownBids(tx: Tx, { id }: UserRow) {
  const withProblem = tx
    .select({ bid: bids, problem: problemColumns, files: bidFileIds(tx) })
    .from(bids)
    .innerJoin(problems, eq(problems.id, bids.problemId));
  return withProblem.where(eq(bids.solverId, id)).orderBy(desc(bids.createdAt), desc(bids.id));
}

function reviewsWritten(tx: Tx, { id }: UserRow) {
  return tx
    .select({ review: personReviews, problem: problemColumns, person })
    .from(personReviews)
    .innerJoin(problems, eq(problems.id, personReviews.problemId))
    .innerJoin(users, eq(users.id, personReviews.subjectId))
    .where(eq(personReviews.authorId, id))
    .orderBy(desc(personReviews.createdAt));
}

/** Those that anybody may see by now: the other side's stay hidden until both have rated. */
function reviewsReceived(tx: Tx, { id }: UserRow) {
  return tx
    .select({ review: personReviews, problem: problemColumns, person })
    .from(personReviews)
    .innerJoin(problems, eq(problems.id, personReviews.problemId))
    .innerJoin(users, eq(users.id, personReviews.authorId))
    .where(and(eq(personReviews.subjectId, id), isReviewPublic(new Date())))
    .orderBy(desc(personReviews.createdAt));
}

async function collect(tx: Tx, user: UserRow) {
  const { id } = user;
  return {
    user,
    social: await tx.select().from(socialIdentities).where(eq(socialIdentities.userId, id)),
    sessions: await tx.select().from(sessions).where(eq(sessions.userId, id)).orderBy(desc(sessions.lastUsedAt)),
    devices: await tx.select().from(knownDevices).where(eq(knownDevices.userId, id)).orderBy(desc(knownDevices.lastUsedAt)),
    problems: await tx.select().from(problems).where(eq(problems.userId, id)).orderBy(desc(problems.createdAt)),
    bids: await ownBids(tx, user),
    agreements: await collectAgreements(tx, id),
    reviewsWritten: await reviewsWritten(tx, user),
    reviewsReceived: await reviewsReceived(tx, user),
    traces: await collectTraces(tx, id),
    said: await collectConversations(tx, id),
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

/** Everything that the database holds of a person, as of one moment: of notifications the ids, and no messages. Rows with their secrets: only the presenter's words leave. */
export const collectData = (db: Db, user: UserRow) =>
  db.transaction((tx) => collect(tx, user), { isolationLevel: 'repeatable read', accessMode: 'read only' });

/** What {@link collectData} finds. */
export type CollectedData = Awaited<ReturnType<typeof collectData>>;
