import { desc, sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { BID_STATUSES } from '@solvent/contracts';
import { newId } from '../../../platform/db/new-id.ts';
import { problems } from './problems.ts';
import { users } from '../../accounts/schema/users.ts';

const moment = () => timestamp({ withTimezone: true, precision: 3 });

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
    /** The solver's Idempotency-Key: the same one never makes a second bid. */
    requestKey: text(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
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
    index('bids_solver').on(table.solverId, desc(table.createdAt)),
    check('bids_figures', sql`${table.amount} > 0 AND ${table.estimatedDays} > 0`),
  ],
);

export type BidRow = typeof bids.$inferSelect;
