import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../db/columns.ts';

/** Events that are not delivered yet, stored in the transaction that caused them. Another server delivers overdue ones. */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey(),
    topic: text().notNull(),
    payload: jsonb().notNull(),
    /** End of the lease of the server that delivers it. */
    dueAt: timestamptz().notNull(),
    /** A `traceparent`: the delivery continues this trace. */
    trace: text(),
    attempts: integer().notNull().default(0),
  },
  (table) => [index('outbox_due').on(table.dueAt)],
);
