import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** The server that uses this database without Redis (`server-lease.ts`): one row at most. */
export const serverLease = pgTable('server_lease', {
  /** Always 1. */
  id: smallint().primaryKey(),
  /** Of one start of a server. */
  holder: uuid().notNull(),
  /** For people: `process 4711 on web-1`. */
  process: text().notNull(),
  /** By the clock of the database. */
  renewedAt: moment().notNull(),
});
