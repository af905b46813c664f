import { desc, sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { NotificationType } from '@solvent/contracts';
import { newId } from '../../platform/db/new-id.ts';
import { problems } from '../marketplace/schema.ts';
import { modules } from '../toolbox/schema.ts';
import { users } from '../accounts/schema.ts';
import { timestamptz } from '../../platform/db/columns.ts';

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
    /** What further news of the same are added by while it is unread (`sharedBy`). Null: it stands alone. */
    sharedBy: text(),
    /** How many messages, questions, sales and the like it stands for. */
    count: integer().notNull().default(1),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    index('notifications_newest').on(table.userId, desc(table.createdAt), desc(table.id)),
    index('notifications_actor').on(table.actorId),
    index('notifications_module')
      .on(table.moduleId)
      .where(sql`${table.moduleId} IS NOT NULL`),
    /** Finds those that are old enough to delete. */
    index('notifications_age').on(table.read, table.createdAt).concurrently(),
    /** One unread notification of the same, whoever tells of it at once; those of a person are counted by it, too. */
    uniqueIndex('notifications_unread')
      .on(table.userId, table.sharedBy)
      .where(sql`NOT ${table.read}`),
  ],
);

export type NotificationRow = typeof notifications.$inferSelect;

/** When somebody's devices last heard of a matter: they hear of it once in five seconds at most, whichever server tells them. */
export const pushTurns = pgTable(
  'push_turns',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The path that the push opens. */
    matter: text().notNull(),
    at: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.matter] }), index('push_turns_at').on(table.at)],
);
