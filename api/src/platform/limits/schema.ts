import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../db/columns.ts';

/** Consumed points, where there is no Redis. The migration makes the table UNLOGGED: a crash loses a few minutes of counts. */
export const rateLimits = pgTable('rate_limits', {
  /** SHA-256 of the limit, the kind and the owner: no address and no account is stored here. */
  key: text().primaryKey(),
  points: bigint({ mode: 'number' }).notNull(),
  expiresAt: timestamptz().notNull(),
});
