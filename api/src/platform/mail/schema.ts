import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { newId } from '../db/new-id.ts';
import { timestamptz } from '../db/columns.ts';

/** Emails of development without a mail server (/dev/mail). */
export const mail = pgTable(
  'mail',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    link: text(),
    at: timestamptz().notNull(),
  },
  (table) => [index('mail_at').on(table.at)],
);

export type MailRow = typeof mail.$inferSelect;
