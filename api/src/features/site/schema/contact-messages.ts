import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { newId } from '../../../platform/db/new-id.ts';

/** What people wrote to the team. */
export const contactMessages = pgTable('contact_messages', {
  id: uuid().primaryKey().$defaultFn(newId),
  /** What the sender was given to quote, such as `SOL-7K3M9Q`. */
  reference: text().notNull().unique(),
  name: text().notNull(),
  email: text().notNull(),
  subject: text().notNull(),
  message: text().notNull(),
  createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
});
