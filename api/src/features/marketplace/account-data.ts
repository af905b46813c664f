import { CATEGORY_VALUES } from '@solvent/contracts';
import type { ProblemEvent } from '@solvent/contracts';
import { and, eq, inArray, notInArray, or, sql, desc, ne } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { json, savedSearchSchema } from '@solvent/contracts/schemas';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  describeColumns,
  exportFields,
  exportRows,
  namedSchema,
  omitColumns,
  personColumns,
  problemColumns,
  titledSchema,
} from '../accounts/index.ts';
import type { AccountDeletionHook, ExportedField } from '../accounts/index.ts';
import {
  agreementChanges,
  agreements,
  bids,
  paymentDetails,
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
import { isParty, LOCKED_PROBLEM_COLUMNS, PROBLEM_LOCK } from './problems/changes.ts';
import { notifySavers } from './problems/service.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { Events } from '../../platform/outbox/outbox.ts';
import { selectAgreements } from './agreements/queries.ts';
import type { FoundAgreement } from './agreements/queries.ts';
import { listSavedSearches, presentSavedSearch } from './problems/saved-searches.ts';
import { isReviewPublic } from './reviews/reviews.ts';

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
    await tx.delete(paymentDetails).where(eq(paymentDetails.userId, id));
    await tx.delete(savedSearches).where(eq(savedSearches.userId, id));
    await tx.delete(problemReports).where(eq(problemReports.userId, id));
    await tx.delete(problemInvitations).where(eq(problemInvitations.solverId, id));
  },
};

/** Ids of files in the export. */
const bidFileIds = sql<string[]>`ARRAY(
  SELECT ${bidFiles.fileId} FROM ${bidFiles} WHERE ${bidFiles.bidId} = ${bids.id} ORDER BY ${bidFiles.position}
)`;

const noteFields = { note: json.text, at: json.time };
const deliverySchema = json.object({ ...noteFields, links: json.list(json.text), files: json.list(json.id) });
const change = omitColumns(agreementChanges, 'id', 'agreementId', 'kind', 'proposedBy', 'amountBefore', 'dueBefore', 'decidedAt');
const agreementSchema = json.extend(
  describeColumns({
    _id: agreements.id,
    status: agreements.status,
    amount: agreements.amount,
    dueAt: agreements.dueAt,
    acceptedAt: agreements.acceptedAt,
    solvedAt: agreements.solvedAt,
    paidAt: agreements.paidAt,
    paidOn: agreements.paidOn,
    paymentMethod: agreements.paymentMethod,
    paymentReference: agreements.paymentReference,
    receivedAt: agreements.receivedAt,
  }),
  {
    problem: titledSchema,
    with: namedSchema,
    side: json.oneOf(['seeker', 'solver']),
    delivery: json.orNull(deliverySchema),
    earlierDeliveries: json.list(deliverySchema),
    changesRequested: json.list(json.object({ text: json.text, at: json.time })),
    parting: json.orNull(json.object(noteFields)),
    changes: json.list(describeColumns(change)),
    disputeView: json.textOrNull,
  },
);

const exportChange = ({ amount, dueAt, note, status, createdAt }: typeof agreementChanges.$inferSelect) => ({
  amount,
  dueAt,
  note,
  status,
  createdAt,
});

const toIds = (files: { _id: string }[]) => files.map(({ _id }) => _id);

const exportDelivery = ({ delivery, files }: FoundAgreement['earlier'][number]) => ({
  note: delivery.note,
  links: delivery.links,
  files: toIds(files),
  at: delivery.deliveredAt,
});

const exportRequest = ({ changesRequested: text, changesRequestedAt: at }: Partial<FoundAgreement['agreement']>) =>
  text && at ? [{ text, at }] : [];

/** Includes only the user's own proposals, deliveries and views in disputes. Files are ids of files in the export. */
const exportedAgreements: ExportedField = {
  schema: json.list(agreementSchema),
  async read(tx, { id: userId }) {
    const found = await selectAgreements(tx).where(isParty(userId)).orderBy(desc(agreements.acceptedAt));
    return found.map(({ agreement, problemTitle, seeker, solver, files, earlier, changes, disputes: [dispute] }) => {
      const isSolver = solver._id === userId;
      const other = isSolver ? seeker : solver;
      const { id, status, amount, dueAt, acceptedAt, solvedAt, paidAt, receivedAt } = agreement;
      const { paidOn, paymentMethod, paymentReference } = agreement;
      const payment = { paidAt, paidOn, paymentMethod, paymentReference, receivedAt };
      const terms = { _id: id, status, amount, dueAt, acceptedAt, solvedAt, ...payment };
      const { deliveredAt, deliveryNote, deliveryLinks, partedAt, partedBy, partingNote } = agreement;
      const latest = { note: deliveryNote ?? '', links: deliveryLinks ?? [], files: toIds(files) };
      const requests = [...earlier.map(({ delivery }) => delivery), agreement];
      return {
        ...terms,
        problem: { _id: agreement.problemId, title: problemTitle },
        with: { _id: other._id, name: other.name },
        side: isSolver ? 'solver' : 'seeker',
        delivery: isSolver && deliveredAt ? { ...latest, at: deliveredAt } : null,
        earlierDeliveries: isSolver ? earlier.map(exportDelivery) : [],
        changesRequested: isSolver ? [] : requests.flatMap(exportRequest),
        parting: partedBy === userId && partedAt ? { note: partingNote ?? '', at: partedAt } : null,
        changes: changes.filter(({ proposedBy }) => proposedBy === userId).map(exportChange),
        disputeView: (isSolver ? dispute?.solverView : dispute?.seekerView) ?? null,
      };
    });
  },
};

interface AboutOptions {
  filter?: SQL | undefined;
  /** Id of the user who is exported as `users`. Default: the owner. */
  person?: PgColumn;
}

/** Selects a user's rows about problems, latest first. */
const selectAbout =
  (
    from: PgTable & { problemId: PgColumn },
    owner: PgColumn,
    at: PgColumn,
    { filter, person = owner }: AboutOptions = {},
  ): Parameters<typeof exportRows>[1] =>
  (select, { id }) =>
    select
      .from(from)
      .innerJoin(problems, eq(problems.id, from.problemId))
      .innerJoin(users, eq(users.id, person))
      .where(and(eq(owner, id), filter))
      .orderBy(desc(at));

const problem = problemColumns;
const { id: reviewId, authorId, subjectId, rating, text, createdAt: reviewedAt } = personReviews;
const review = { _id: reviewId, problem, rating, text, createdAt: reviewedAt };
const { id: commentId, content, createdAt: commentedAt, editedAt } = comments;
const { reason, description, createdAt: reportedAt } = problemReports;
const { savedAt } = savedProblems;
const { event, at } = problemEvents;
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
    selectAbout(bids, bids.solverId, bids.createdAt),
    { files: json.list(json.id) },
  ),
  agreements: exportedAgreements,
  paymentDetails: exportRows(omitColumns(paymentDetails, 'userId'), (select, { id }) =>
    select.from(paymentDetails).where(eq(paymentDetails.userId, id)),
  ),
  reviewsWritten: exportRows(
    { ...review, subject: personColumns },
    selectAbout(personReviews, authorId, reviewedAt, { person: subjectId }),
  ),
  // Excludes reviews that stay hidden until both sides have rated.
  reviewsReceived: exportRows(
    { ...review, author: personColumns },
    selectAbout(personReviews, subjectId, reviewedAt, { filter: isReviewPublic(sql`now()`), person: authorId }),
  ),
  savedProblems: exportRows({ problem, savedAt }, selectAbout(savedProblems, savedProblems.userId, savedAt)),
  savedSearches: {
    schema: json.list(savedSearchSchema),
    read: async (tx, { id }) => (await listSavedSearches(tx, id)).map(presentSavedSearch),
  },
  problemReports: exportRows(
    { problem, reason, description, createdAt: reportedAt },
    selectAbout(problemReports, problemReports.userId, reportedAt),
  ),
  // Deleted comments are empty; taken-down ones keep their content.
  comments: exportRows(
    { _id: commentId, problem, content, createdAt: commentedAt, editedAt },
    selectAbout(comments, comments.authorId, commentedAt, { filter: ne(content, '') }),
  ),
  events: exportRows({ problem, event, at }, selectAbout(problemEvents, problemEvents.personId, at)),
  invitationsSent: exportRows(
    { problem, solver: personColumns, createdAt: invitedAt },
    selectAbout(problemInvitations, problems.userId, invitedAt, { person: problemInvitations.solverId }),
  ),
  invitationsReceived: exportRows(
    { problem, createdAt: invitedAt },
    selectAbout(problemInvitations, problemInvitations.solverId, invitedAt),
  ),
});
