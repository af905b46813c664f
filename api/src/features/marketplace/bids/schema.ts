import { BID_STATUSES } from '@solvent/contracts';
import { desc, sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../accounts/schema.ts';
import { files } from '../../files/schema.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { timestamptz } from '../../../platform/db/columns.ts';
import { problems } from '../problems/schema.ts';

/** Solvers' bids. */
export const bids = pgTable(
  'bids',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    problemId: uuid()
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    solverId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Whole US dollars. */
    amount: integer().notNull(),
    message: text().notNull(),
    estimatedDays: integer().notNull(),
    status: text({ enum: BID_STATUSES }).notNull().default('pending'),
    /** Why it was rejected, where the poster said so. */
    reason: text(),
    /** The poster's own note: nobody else hears of it. */
    shortlisted: boolean().notNull().default(false),
    /** The solver's Idempotency-Key: the same one never makes a second bid. */
    requestKey: text(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
    /** When its solver last confirmed it after an edit of the problem. */
    confirmedAt: timestamptz(),
  },
  (table) => [
    /** One live bid for each problem and solver. */
    uniqueIndex('bids_live')
      .on(table.problemId, table.solverId)
      .where(sql`${table.status} IN ('pending', 'accepted')`),
    /** One accepted bid for each problem, whoever asks at once. */
    uniqueIndex('bids_accepted')
      .on(table.problemId)
      .where(sql`${table.status} = 'accepted'`),
    uniqueIndex('bids_request').on(table.solverId, table.requestKey),
    index('bids_problem').on(table.problemId, desc(table.createdAt)),
    /** Whether any wait on a problem, and since when: read without the rows. */
    index('bids_pending')
      .on(table.problemId, desc(table.createdAt))
      .where(sql`${table.status} = 'pending'`),
    index('bids_solver').on(table.solverId, desc(table.createdAt)),
    check('bids_figures', sql`${table.amount} > 0 AND ${table.estimatedDays} > 0`),
  ],
);

export type BidRow = typeof bids.$inferSelect;

/** Files that belong to bids, for who made the bid and who posted its problem. */
export const bidFiles = pgTable(
  'bid_files',
  {
    bidId: uuid()
      .notNull()
      .references(() => bids.id, { onDelete: 'cascade' }),
    fileId: uuid()
      .notNull()
      .unique()
      .references(() => files.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bidId, table.fileId] })],
);

/** Solvers whom a problem's poster asked to bid (product 4.23). */
export const problemInvitations = pgTable(
  'problem_invitations',
  {
    problemId: uuid()
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    solverId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.problemId, table.solverId] }), index('problem_invitations_solver').on(table.solverId)],
);
