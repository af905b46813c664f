import type { ReactionEmoji } from '@solvent/contracts';
import { desc, getTableColumns, sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { files } from '../files/schema.ts';
import { newId } from '../../platform/db/new-id.ts';
import { problems } from '../marketplace/schema.ts';
import { users } from '../accounts/schema.ts';
import { timestamptz } from '../../platform/db/columns.ts';
import { searchVector } from '../../platform/db/search-vector.ts';

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
    /** How often its messages were changed. Whoever changes one counts here first, which puts changes in one order, too. */
    revision: integer().notNull().default(0),
    /** Who opened it: until somebody writes, it is in their list alone. Null: it is in both lists. */
    openedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The account of one of the two is gone: nothing more is written. */
    ended: boolean().notNull().default(false),
    createdAt: timestamptz().notNull(),
    /** When the latest message came; before that, when it was opened. */
    updatedAt: timestamptz().notNull(),
  },
  (table) => [
    unique('conversations_pair').on(table.problemId, table.firstId, table.secondId),
    /** Where there is no problem: databases before PostgreSQL 15 take two such rows for different. */
    uniqueIndex('conversations_pair_alone')
      .on(table.firstId, table.secondId)
      .where(sql`${table.problemId} IS NULL`),
    /** A person's conversations in the order of their list, and what the list counts by: read without the rows. */
    index('conversations_of_first').on(table.firstId, desc(table.updatedAt), desc(table.id), table.lastSeq, table.openedBy),
    index('conversations_of_second').on(table.secondId, desc(table.updatedAt), desc(table.id), table.lastSeq, table.openedBy),
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
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    /** What was found by it before 0010 is found by the one below: it goes once no release uses it. */
    index('participants_user').on(table.userId),
    /** How far somebody has read in each of theirs: read without the rows. */
    index('participants_places').on(table.userId, table.conversationId, table.readSeq),
  ],
);

/** Messages. Of a row only its words change, by its sender, for some minutes. */
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
    /** The message of the same conversation that it answers. */
    replyToId: uuid().references((): AnyPgColumn => messages.id, { onDelete: 'set null' }),
    createdAt: timestamptz().notNull(),
    editedAt: timestamptz(),
    /** The conversation's `revision` when its words or reactions were changed last; 0: never. */
    revision: integer().notNull().default(0),
    /** Written by the database (`messages_search_terms`), whatever release the writer has. */
    search: searchVector()
      .notNull()
      .default(sql`''`),
  },
  (table) => [
    unique('messages_place').on(table.conversationId, table.seq),
    unique('messages_once').on(table.conversationId, table.senderId, table.clientId),
    index('messages_sender').on(table.senderId, desc(table.createdAt)),
    index('messages_reply')
      .on(table.replyToId)
      .where(sql`${table.replyToId} IS NOT NULL`),
    index('messages_changes')
      .on(table.conversationId, table.revision)
      .where(sql`${table.revision} > 0`),
    index('messages_search').using('gin', table.search),
  ],
);

const { search: _search, ...withoutSearch } = getTableColumns(messages);
/** What is read of a message: what it is searched by stays where it is. */
export const messageColumns = withoutSearch;

/** What people say of messages with one press: each once. */
export const messageReactions = pgTable(
  'message_reactions',
  {
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    emoji: text().$type<ReactionEmoji>().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.userId, table.emoji] }),
    index('message_reactions_user').on(table.userId),
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
    /** Where the message stands, as its own row says, which never changes. Who leaves it out has it written (`message_files_place`). */
    conversationId: uuid(),
    seq: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.fileId] }),
    index('message_files_conversation').on(table.conversationId, desc(table.seq), table.position),
  ],
);

export type ConversationRow = typeof conversations.$inferSelect;
export type MessageRow = Omit<typeof messages.$inferSelect, 'search'>;
export type ReactionRow = typeof messageReactions.$inferSelect;
