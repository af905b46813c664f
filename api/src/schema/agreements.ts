import {
  AGREEMENT_CHANGE_KINDS,
  AGREEMENT_CHANGE_STATUSES,
  AGREEMENT_STATUSES,
  DISPUTE_OUTCOMES,
  PAYMENT_METHODS,
} from '@solvent/contracts';
import { desc, sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { files } from './files.ts';
import { bids } from './bids.ts';
import { problems } from './problems.ts';
import { cascadingReference, primaryId, timestamptz } from '../platform/db/columns.ts';

/** One agreement per accepted bid (product 3.27). */
export const agreements = pgTable(
  'agreements',
  {
    id: primaryId(),
    problemId: cascadingReference(() => problems.id),
    bidId: cascadingReference(() => bids.id).unique(),
    seekerId: cascadingReference(() => users.id),
    solverId: cascadingReference(() => users.id),
    status: text({ enum: AGREEMENT_STATUSES }).notNull().default('accepted'),
    /** Whole US dollars. */
    amount: integer().notNull(),
    dueAt: timestamptz().notNull(),
    acceptedAt: timestamptz().notNull(),
    /** Of the latest delivery; `earlierDeliveries` has those before. */
    deliveredAt: timestamptz(),
    deliveryNote: text(),
    deliveryLinks: text().array(),
    /** Set together, until the next delivery. */
    changesRequested: text(),
    changesRequestedAt: timestamptz(),
    solvedAt: timestamptz(),
    paidAt: timestamptz(),
    /** The seeker's statement, set with `paidAt`. The day has no time zone. */
    paidOn: date({ mode: 'string' }),
    paymentMethod: text({ enum: PAYMENT_METHODS }),
    paymentReference: text(),
    receivedAt: timestamptz(),
    payerRemindedAt: timestamptz(),
    payeeRemindedAt: timestamptz(),
    partedAt: timestamptz(),
    /** The party that ended the agreement early, or that proposed the agreed parting. Null if a moderator ended it. */
    partedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    partingNote: text(),
    /** Kept after a dispute is called off: each party opens at most one. */
    seekerDisputedAt: timestamptz(),
    solverDisputedAt: timestamptz(),
  },
  (table) => [
    index('agreements_problem').on(table.problemId, desc(table.acceptedAt), desc(table.id)),
    index('agreements_seeker').on(table.seekerId, desc(table.acceptedAt), desc(table.id)),
    index('agreements_solver').on(table.solverId, desc(table.acceptedAt), desc(table.id)),
    uniqueIndex('agreements_live')
      .on(table.problemId)
      .where(sql`${table.status} IN ('accepted', 'delivered')`),
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

export const agreementChanges = pgTable(
  'agreement_changes',
  {
    id: primaryId(),
    agreementId: cascadingReference(() => agreements.id),
    proposedBy: cascadingReference(() => users.id),
    /** `parting` keeps the terms. */
    kind: text({ enum: AGREEMENT_CHANGE_KINDS }).notNull().default('terms'),
    amount: integer().notNull(),
    dueAt: timestamptz().notNull(),
    note: text().notNull(),
    status: text({ enum: AGREEMENT_CHANGE_STATUSES }).notNull().default('proposed'),
    amountBefore: integer().notNull(),
    dueBefore: timestamptz().notNull(),
    createdAt: timestamptz().notNull(),
    decidedAt: timestamptz(),
  },
  (table) => [
    index('agreement_changes_agreement').on(table.agreementId, table.createdAt, table.id),
    uniqueIndex('agreement_changes_waiting')
      .on(table.agreementId)
      .where(sql`${table.status} = 'proposed'`),
    check('agreement_changes_figures', sql`${table.amount} > 0`),
  ],
);

export type AgreementChangeRow = typeof agreementChanges.$inferSelect;

/** Deliveries that a later one replaced (product 4.22). */
export const earlierDeliveries = pgTable(
  'earlier_deliveries',
  {
    id: primaryId(),
    agreementId: cascadingReference(() => agreements.id),
    note: text().notNull(),
    links: text().array().notNull(),
    deliveredAt: timestamptz().notNull(),
    changesRequested: text().notNull(),
    changesRequestedAt: timestamptz().notNull(),
  },
  (table) => [index('earlier_deliveries_agreement').on(table.agreementId, table.deliveredAt, table.id)],
);

export type EarlierDeliveryRow = typeof earlierDeliveries.$inferSelect;

export const agreementFiles = pgTable(
  'agreement_files',
  {
    agreementId: cascadingReference(() => agreements.id),
    fileId: cascadingReference(() => files.id).unique(),
    position: integer().notNull(),
    /** Of `earlierDeliveries`, which are deleted with the agreement, too. Null for the latest delivery. */
    earlierDeliveryId: uuid(),
  },
  (table) => [primaryKey({ columns: [table.agreementId, table.fileId] })],
);

/** How a solver wants to be paid (product 4.33). */
export const paymentDetails = pgTable('payment_details', {
  userId: cascadingReference(() => users.id).primaryKey(),
  text: text().notNull(),
  iban: text().notNull(),
  link: text().notNull(),
  updatedAt: timestamptz().notNull(),
});

export type PaymentDetailsRow = typeof paymentDetails.$inferSelect;

export const disputes = pgTable(
  'disputes',
  {
    agreementId: cascadingReference(() => agreements.id).primaryKey(),
    openedBy: cascadingReference(() => users.id),
    seekerView: text(),
    solverView: text(),
    openedAt: timestamptz().notNull(),
    /** These three are set together. */
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
