import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../db/columns.ts';
import { newId } from '../db/new-id.ts';

/** What operators did by hand beside the servers, who and why. It names people by their ids alone. */
export const auditEntries = pgTable(
  'operator_acts',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    at: timestamptz().notNull().defaultNow(),
    /** The operator: `--by`, else the user who called sudo, else the operating system's user. */
    by: text().notNull(),
    /** What was done, such as `suspend account`. */
    act: text().notNull(),
    /** The id or the reference of what it was done to. */
    subject: text().notNull(),
    reason: text().notNull(),
  },
  (table) => [index('operator_acts_subject').on(table.subject, table.at)],
);
