import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../db/columns.ts';
import { newId } from '../db/new-id.ts';

/** Actions of operators on the command line. Users appear by id only. */
export const auditEntries = pgTable(
  'operator_acts',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    at: timestamptz().notNull().defaultNow(),
    /** `--by`, else the user who called sudo, else the operating system's user. */
    by: text().notNull(),
    /** Such as `suspend account`. */
    act: text().notNull(),
    /** Id or reference of the target. */
    subject: text().notNull(),
    reason: text().notNull(),
  },
  (table) => [index('operator_acts_subject').on(table.subject, table.at)],
);
