import { BID_STATUSES } from '@solvent/contracts';
import { desc, sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { files } from './files.ts';
import { cascadingReference, primaryId, timestamptz } from '../platform/db/columns.ts';
import { problems } from './problems.ts';

export const bids = pgTable(
  'bids',
  {
    id: primaryId(),
    problemId: cascadingReference(() => problems.id),
    solverId: cascadingReference(() => users.id),
    amount: integer().notNull(),
    message: text().notNull(),
    estimatedDays: integer().notNull(),
    status: text({ enum: BID_STATUSES }).notNull().default('pending'),
    reason: text(),
    /** Visible only to the seeker. */
    shortlisted: boolean().notNull().default(false),
    requestKey: text(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
    confirmedAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('bids_live')
      .on(table.problemId, table.solverId)
      .where(sql`${table.status} IN ('pending', 'accepted')`),
    uniqueIndex('bids_accepted')
      .on(table.problemId)
      .where(sql`${table.status} = 'accepted'`),
    uniqueIndex('bids_request').on(table.solverId, table.requestKey),
    index('bids_problem').on(table.problemId, desc(table.createdAt)),
    /** Serves index-only scans of pending bids. */
    index('bids_pending')
      .on(table.problemId, desc(table.createdAt))
      .where(sql`${table.status} = 'pending'`),
    index('bids_solver').on(table.solverId, desc(table.createdAt)),
    check('bids_figures', sql`${table.amount} > 0 AND ${table.estimatedDays} > 0`),
  ],
);

export type BidRow = typeof bids.$inferSelect;

export const bidFiles = pgTable(
  'bid_files',
  {
    bidId: cascadingReference(() => bids.id),
    fileId: cascadingReference(() => files.id).unique(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bidId, table.fileId] })],
);

/** Solvers invited to bid (product 4.23). */
export const problemInvitations = pgTable(
  'problem_invitations',
  {
    problemId: cascadingReference(() => problems.id),
    solverId: cascadingReference(() => users.id),
    createdAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.problemId, table.solverId] }), index('problem_invitations_solver').on(table.solverId)],
);
