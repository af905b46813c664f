import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../db/columns.ts';

/**
 * What happened and is not told yet: a row comes in the transaction of what it is about, and goes once it is delivered. One that
 * is overdue is of a server that ended in between, and another one delivers it.
 */
export const outbox = pgTable(
  'outbox',
  {
    /** UUIDv7: in the order in which it happened. */
    id: uuid().primaryKey(),
    topic: text().notNull(),
    /** By what it is found again: ids. */
    payload: jsonb().notNull(),
    /** Until then it is left to the server that has it in hand. */
    dueAt: timestamptz().notNull(),
    /** The work that it happened in, as a `traceparent`: whoever delivers it goes on with that trace. Null: it is not traced. */
    trace: text(),
    /** How often another server has taken it in hand. */
    attempts: integer().notNull().default(0),
  },
  (table) => [index('outbox_due').on(table.dueAt)],
);
