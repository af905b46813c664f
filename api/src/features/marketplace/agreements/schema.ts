import { AGREEMENT_CHANGE_KINDS, AGREEMENT_CHANGE_STATUSES, AGREEMENT_STATUSES, DISPUTE_OUTCOMES } from '@solvent/contracts';
import { desc, sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../accounts/schema.ts';
import { files } from '../../files/schema.ts';
import { bids } from '../bids/schema.ts';
import { problems } from '../problems/schema.ts';
import { timestamptz } from '../../../platform/db/columns.ts';
import { newId } from '../../../platform/db/new-id.ts';

/** What seeker and solver agreed on: one for each bid that was accepted (product 3.27). */
export const agreements = pgTable(
  'agreements',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    problemId: uuid()
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    bidId: uuid()
      .notNull()
      .unique()
      .references(() => bids.id, { onDelete: 'cascade' }),
    seekerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    solverId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text({ enum: AGREEMENT_STATUSES }).notNull().default('accepted'),
    /** Whole US dollars. */
    amount: integer().notNull(),
    dueAt: timestamptz().notNull(),
    acceptedAt: timestamptz().notNull(),
    deliveredAt: timestamptz(),
    /** Markdown. */
    deliveryNote: text(),
    solvedAt: timestamptz(),
    /** When the seeker said that it is paid, and the solver that it came. */
    paidAt: timestamptz(),
    receivedAt: timestamptz(),
    /** When each was reminded of saying so: once. */
    payerRemindedAt: timestamptz(),
    payeeRemindedAt: timestamptz(),
    partedAt: timestamptz(),
    /** Null where a moderator ended it. */
    partedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    partingNote: text(),
    /** When each asked a moderator: once, also where they called it off. */
    seekerDisputedAt: timestamptz(),
    solverDisputedAt: timestamptz(),
  },
  (table) => [
    index('agreements_problem').on(table.problemId, desc(table.acceptedAt), desc(table.id)),
    index('agreements_seeker').on(table.seekerId, desc(table.acceptedAt), desc(table.id)),
    index('agreements_solver').on(table.solverId, desc(table.acceptedAt), desc(table.id)),
    /** One under way for each problem, whoever accepts at once. */
    uniqueIndex('agreements_live')
      .on(table.problemId)
      .where(sql`${table.status} IN ('accepted', 'delivered')`),
    /** Whom to remind. */
    index('agreements_unpaid')
      .on(table.solvedAt)
      .where(sql`${table.status} = 'solved' AND ${table.paidAt} IS NULL AND ${table.payerRemindedAt} IS NULL`),
    index('agreements_unreceived')
      .on(table.paidAt)
      .where(sql`${table.status} = 'solved' AND ${table.receivedAt} IS NULL AND ${table.payeeRemindedAt} IS NULL`),
    check('agreements_figures', sql`${table.amount} > 0 AND ${table.seekerId} <> ${table.solverId}`),
  ],
);

export type AgreementRow = typeof agreements.$inferSelect;

/** What one of the two proposed to agree on instead. */
export const agreementChanges = pgTable(
  'agreement_changes',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    agreementId: uuid()
      .notNull()
      .references(() => agreements.id, { onDelete: 'cascade' }),
    proposedBy: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of `parting` the terms stay as they are. */
    kind: text({ enum: AGREEMENT_CHANGE_KINDS }).notNull().default('terms'),
    amount: integer().notNull(),
    dueAt: timestamptz().notNull(),
    note: text().notNull(),
    status: text({ enum: AGREEMENT_CHANGE_STATUSES }).notNull().default('proposed'),
    /** What was agreed before. */
    amountBefore: integer().notNull(),
    dueBefore: timestamptz().notNull(),
    createdAt: timestamptz().notNull(),
    decidedAt: timestamptz(),
  },
  (table) => [
    index('agreement_changes_agreement').on(table.agreementId, table.createdAt, table.id),
    /** One waits for an answer at a time, whoever proposes at once. */
    uniqueIndex('agreement_changes_waiting')
      .on(table.agreementId)
      .where(sql`${table.status} = 'proposed'`),
    check('agreement_changes_figures', sql`${table.amount} > 0`),
  ],
);

export type AgreementChangeRow = typeof agreementChanges.$inferSelect;

/** Files of a delivery, for the two alone. */
export const agreementFiles = pgTable(
  'agreement_files',
  {
    agreementId: uuid()
      .notNull()
      .references(() => agreements.id, { onDelete: 'cascade' }),
    fileId: uuid()
      .notNull()
      .unique()
      .references(() => files.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.agreementId, table.fileId] })],
);

/** A disagreement that a moderator decides: one for each agreement. */
export const disputes = pgTable(
  'disputes',
  {
    agreementId: uuid()
      .primaryKey()
      .references(() => agreements.id, { onDelete: 'cascade' }),
    openedBy: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Markdown; null who has not written yet. */
    seekerView: text(),
    solverView: text(),
    openedAt: timestamptz().notNull(),
    /** All three, once it is decided. */
    outcome: text({ enum: DISPUTE_OUTCOMES }),
    decision: text(),
    decidedAt: timestamptz(),
  },
  (table) => [
    index('disputes_open')
      .on(table.openedAt)
      .where(sql`${table.decidedAt} IS NULL`),
  ],
);

export type DisputeRow = typeof disputes.$inferSelect;
