import { desc, sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { NotificationType } from '@solvent/contracts';
import { newId } from '../../platform/db/new-id.ts';
import { problems } from '../marketplace/schema.ts';
import { modules } from '../toolbox/schema.ts';
import { users } from '../accounts/schema.ts';
import { moment } from '../../platform/db/columns.ts';

/** What people were told. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Who did what it tells of: the message says the name. Null for the product itself. */
    actorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    type: text().$type<NotificationType>().notNull(),
    title: text().notNull(),
    message: text().notNull(),
    read: boolean().notNull().default(false),
    problemId: uuid().references(() => problems.id, { onDelete: 'set null' }),
    conversationId: uuid(),
    moduleId: uuid().references(() => modules.id, { onDelete: 'set null' }),
    /** How many messages an unread `new_message` stands for: a conversation has one such notification at a time. */
    count: integer().notNull().default(1),
    createdAt: moment().notNull(),
  },
  (table) => [
    index('notifications_newest').on(table.userId, desc(table.createdAt), desc(table.id)),
    index('notifications_actor').on(table.actorId),
    index('notifications_module')
      .on(table.moduleId)
      .where(sql`${table.moduleId} IS NOT NULL`),
    index('notifications_unread')
      .on(table.userId)
      .where(sql`NOT ${table.read}`),
    /** A conversation has one unread notification of messages, whoever writes at once. */
    uniqueIndex('notifications_conversation')
      .on(table.userId, table.conversationId)
      .where(sql`NOT ${table.read} AND ${table.type} = 'new_message'`),
  ],
);

export type NotificationRow = typeof notifications.$inferSelect;
