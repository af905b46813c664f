import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/** Lease of the one server that runs without Redis (`server-lease.ts`): at most one row. */
export const serverLease = pgTable('server_lease', {
  /** Always 1. */
  id: smallint().primaryKey(),
  /** Random id of a server process. */
  holder: uuid().notNull(),
  /** Display text: `process 4711 on web-1`. */
  process: text().notNull(),
  /** Time of the database's clock. */
  renewedAt: timestamptz().notNull(),
});
