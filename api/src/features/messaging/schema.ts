import { desc, sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { files } from '../files/schema.ts';
import { newId } from '../../platform/db/new-id.ts';
import { problems } from '../marketplace/schema.ts';
import { users } from '../accounts/schema.ts';
import { moment } from '../../platform/db/columns.ts';

/** Conversations of two people: one for each problem and pair, and one for each pair without a problem. */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    problemId: uuid().references(() => problems.id, { onDelete: 'cascade' }),
    /** The two, the smaller id first: so that a pair is one, whoever opens it. */
    firstId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    secondId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `seq` of the latest message. Whoever stores a message counts here first: that is what puts them in one order. */
    lastSeq: integer().notNull().default(0),
    /** The account of one of the two is gone: nothing more is written. */
    ended: boolean().notNull().default(false),
    createdAt: moment().notNull(),
    /** When the latest message came; before that, when it was opened. */
    updatedAt: moment().notNull(),
  },
  (table) => [
    unique('conversations_pair').on(table.problemId, table.firstId, table.secondId),
    /** Where there is no problem: databases before PostgreSQL 15 take two such rows for different. */
    uniqueIndex('conversations_pair_alone')
      .on(table.firstId, table.secondId)
      .where(sql`${table.problemId} IS NULL`),
    check('conversations_pair_order', sql`${table.firstId} < ${table.secondId}`),
  ],
);

/** The two of each conversation, and how far each has read. */
export const participants = pgTable(
  'participants',
  {
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `seq` of the last message that they have read. It never goes back. */
    readSeq: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.conversationId, table.userId] }), index('participants_user').on(table.userId)],
);

/** Messages. A row is never changed. */
export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Place in its conversation: 1, 2, 3 … without a gap. */
    seq: integer().notNull(),
    senderId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The sender's own id for it: the same one is stored once. */
    clientId: uuid().notNull(),
    /** Markdown; empty for files alone. */
    content: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    unique('messages_place').on(table.conversationId, table.seq),
    unique('messages_once').on(table.conversationId, table.senderId, table.clientId),
    index('messages_sender').on(table.senderId, desc(table.createdAt)),
  ],
);

/** Files of messages. */
export const messageFiles = pgTable(
  'message_files',
  {
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    fileId: uuid()
      .notNull()
      .unique()
      .references(() => files.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.fileId] })],
);

export type ConversationRow = typeof conversations.$inferSelect;
export type MessageRow = typeof messages.$inferSelect;
