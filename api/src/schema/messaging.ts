import { MESSAGE_REPORT_REASONS, REACTIONS } from '@solvent/contracts';
import { desc, getTableColumns, sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { files } from './files.ts';
import { problems } from './problems.ts';
import { users } from './accounts.ts';
import { cascadingReference, primaryId, searchVector, timestamptz } from '../platform/db/columns.ts';

/** One conversation per problem and pair of people, and one per pair without a problem. */
export const conversations = pgTable(
  'conversations',
  {
    id: primaryId(),
    problemId: uuid().references(() => problems.id, { onDelete: 'cascade' }),
    /** The smaller id is first, so that a pair is unique. */
    firstId: cascadingReference(() => users.id),
    secondId: cascadingReference(() => users.id),
    /** `seq` of the latest message. Incrementing it first serializes concurrent senders. */
    lastSeq: integer().notNull().default(0),
    /** Number of edits and reaction changes, which it serializes likewise. */
    revision: integer().notNull().default(0),
    /** Until the first message, the conversation is listed only for this user; if null, for both. */
    openedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The account of a participant was deleted, so no more messages are accepted. */
    ended: boolean().notNull().default(false),
    createdAt: timestamptz().notNull(),
    /** Time of the latest message, or of opening. */
    updatedAt: timestamptz().notNull(),
  },
  (table) => [
    unique('conversations_pair').on(table.problemId, table.firstId, table.secondId),
    /** The constraint above ignores rows without a problem: PostgreSQL before 15 has no NULLS NOT DISTINCT. */
    uniqueIndex('conversations_pair_alone')
      .on(table.firstId, table.secondId)
      .where(sql`${table.problemId} IS NULL`),
    index('conversations_of_first').on(table.firstId, desc(table.updatedAt), desc(table.id), table.lastSeq, table.openedBy),
    index('conversations_of_second').on(table.secondId, desc(table.updatedAt), desc(table.id), table.lastSeq, table.openedBy),
    check('conversations_pair_order', sql`${table.firstId} < ${table.secondId}`),
  ],
);

export const participants = pgTable(
  'participants',
  {
    conversationId: cascadingReference(() => conversations.id),
    userId: cascadingReference(() => users.id),
    /** `seq` of the last read message. It never decreases. */
    readSeq: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    /** Redundant since migration 0010. Drop it once no release uses it. */
    index('participants_user').on(table.userId),
    index('participants_places').on(table.userId, table.conversationId, table.readSeq),
  ],
);

/** Marks that a participant set for a conversation (product 4.36). A missing row means that nothing is set. */
export const conversationMarks = pgTable(
  'conversation_marks',
  {
    conversationId: cascadingReference(() => conversations.id),
    userId: cascadingReference(() => users.id),
    pinned: boolean().notNull().default(false),
    muted: boolean().notNull().default(false),
    markedUnread: boolean().notNull().default(false),
    /** `seq` of the latest message that was archived with it. */
    archivedSeq: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.conversationId] }),
    index('conversation_marks_conversation').on(table.conversationId),
  ],
);

export const messages = pgTable(
  'messages',
  {
    id: primaryId(),
    conversationId: cascadingReference(() => conversations.id),
    /** Position in the conversation: 1, 2, 3 … without a gap. */
    seq: integer().notNull(),
    senderId: cascadingReference(() => users.id),
    /** Id from the sender, which makes retries idempotent. */
    clientId: uuid().notNull(),
    /** Markdown, or empty if the message has files. */
    content: text().notNull(),
    replyToId: uuid().references((): AnyPgColumn => messages.id, { onDelete: 'set null' }),
    createdAt: timestamptz().notNull(),
    /** Also set when the message is deleted, for servers of the previous release. */
    editedAt: timestamptz(),
    /** A deleted message keeps its row, without content, files, reactions and quote. */
    deletedAt: timestamptz(),
    /** Value of the conversation's `revision` after this message's last change; 0 if it never changed. */
    revision: integer().notNull().default(0),
    /** Set by the trigger `messages_search_terms`. */
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
export const messageColumns = withoutSearch;

/** Earlier words of edited and deleted messages, for moderators only. Deleted after `CHAT.keptDays`. */
export const messageVersions = pgTable(
  'message_versions',
  {
    id: primaryId(),
    messageId: cascadingReference(() => messages.id),
    content: text().notNull(),
    replacedAt: timestamptz().notNull(),
  },
  (table) => [
    index('message_versions_message').on(table.messageId, table.replacedAt),
    index('message_versions_replaced').on(table.replacedAt),
  ],
);

/** Each message has at most one report, because only its recipient can report it. */
export const messageReports = pgTable(
  'message_reports',
  {
    messageId: cascadingReference(() => messages.id).primaryKey(),
    userId: cascadingReference(() => users.id),
    reason: text({ enum: MESSAGE_REPORT_REASONS }).notNull(),
    description: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    index('message_reports_user').on(table.userId),
    index('message_reports_newest').on(desc(table.createdAt), desc(table.messageId)),
  ],
);

export const messageReactions = pgTable(
  'message_reactions',
  {
    messageId: cascadingReference(() => messages.id),
    userId: cascadingReference(() => users.id),
    emoji: text({ enum: REACTIONS }).notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.userId, table.emoji] }),
    index('message_reactions_user').on(table.userId),
  ],
);

export const messageFiles = pgTable(
  'message_files',
  {
    messageId: cascadingReference(() => messages.id),
    fileId: cascadingReference(() => files.id).unique(),
    position: integer().notNull(),
    /** Copies of the message's columns. The trigger `message_files_place` sets them if they are missing. */
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
