import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/** One row, with the id 1 (`server-lease.ts`). */
export const serverLease = pgTable('server_lease', {
  id: smallint().primaryKey(),
  holder: uuid().notNull(),
  /** Display text: `process 4711 on web-1`. */
  process: text().notNull(),
  renewedAt: timestamptz().notNull(),
});
