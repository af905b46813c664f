import { desc, sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { NotificationType } from '@solvent/contracts';
import { problems } from './problems.ts';
import { modules } from './toolbox.ts';
import { users } from './accounts.ts';
import { cascadingReference, primaryId, timestamptz } from '../platform/db/columns.ts';

export const notifications = pgTable(
  'notifications',
  {
    id: primaryId(),
    userId: cascadingReference(() => users.id),
    /** Null for a notification from the product itself. */
    actorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    type: text().$type<NotificationType>().notNull(),
    title: text().notNull(),
    message: text().notNull(),
    read: boolean().notNull().default(false),
    problemId: uuid().references(() => problems.id, { onDelete: 'set null' }),
    conversationId: uuid(),
    moduleId: uuid().references(() => modules.id, { onDelete: 'set null' }),
    /** Page that a click opens, of types without one of these. */
    path: text(),
    /** Group key (`buildGroupKey`): while unread, later notifications of the group update this one. Null: never grouped. */
    sharedBy: text(),
    count: integer().notNull().default(1),
    createdAt: timestamptz().notNull(),
    /** When the user cleared the list. Restorable until the next hourly job deletes it (product 4.38). */
    clearedAt: timestamptz(),
  },
  (table) => [
    index('notifications_newest').on(table.userId, desc(table.createdAt), desc(table.id)),
    index('notifications_actor').on(table.actorId),
    index('notifications_module')
      .on(table.moduleId)
      .where(sql`${table.moduleId} IS NOT NULL`),
    index('notifications_age').on(table.read, table.createdAt).concurrently(),
    index('notifications_cleared')
      .on(table.userId, table.clearedAt)
      .concurrently()
      .where(sql`${table.clearedAt} IS NOT NULL`),
    /** Allows only one unread notification per group. Also serves the count of a user's unread notifications. */
    uniqueIndex('notifications_unread')
      .on(table.userId, table.sharedBy)
      .where(sql`NOT ${table.read}`),
  ],
);

export type NotificationRow = typeof notifications.$inferSelect;

/** Time of the last push per person and target, which limits their rate across servers (push.ts). */
export const pushTurns = pgTable(
  'push_turns',
  {
    userId: cascadingReference(() => users.id),
    /** The path that the push opens. */
    matter: text().notNull(),
    at: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.matter] }), index('push_turns_at').on(table.at)],
);
