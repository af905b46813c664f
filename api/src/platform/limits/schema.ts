import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../db/columns.ts';

/**
 * How much of its allowance somebody has used (see limits/), where there is no Redis.
 * The table is UNLOGGED, which the migration says and this cannot: what a crash forgets is a few minutes of counting.
 */
export const rateLimits = pgTable('rate_limits', {
  /** SHA-256 of the limit, of what it counts by and of whom: no address and no account is kept here. */
  key: text().primaryKey(),
  points: bigint({ mode: 'number' }).notNull(),
  /** The row counts until then. */
  expiresAt: timestamptz().notNull(),
});
