import { json } from '@solvent/contracts/schemas';
import { and, desc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { describeColumns, exportFields, exportRows, personColumns, problemColumns, titledSchema } from '../accounts/index.ts';
import type { AccountDeletionHook, Exporter } from '../accounts/index.ts';
import {
  conversationMarks,
  conversations,
  messageReactions,
  messageReports,
  messages,
  messageVersions,
  participants,
  problems,
  users,
} from '../../schema/index.ts';
import { isMarkedBy, MARK_COLUMNS } from './conversations.ts';
import { endConversations } from './service.ts';
import type { Db } from '../../platform/db/connect.ts';
import { afterCursor } from '../../platform/db/keyset.ts';

const theirs = alias(participants, 'theirs');

const { emoji, createdAt: reactedAt } = messageReactions;
const { messageId: reported, reason, description, createdAt: reportedAt } = messageReports;

const fields = exportFields({
  conversations: exportRows(
    {
      _id: conversations.id,
      with: personColumns,
      problem: problemColumns,
      readSeq: participants.readSeq,
      createdAt: conversations.createdAt,
      ...MARK_COLUMNS,
    },
    (select, { id }) =>
      select
        .from(participants)
        .innerJoin(conversations, eq(conversations.id, participants.conversationId))
        .innerJoin(theirs, and(eq(theirs.conversationId, conversations.id), ne(theirs.userId, id)))
        .innerJoin(users, eq(users.id, theirs.userId))
        .leftJoin(problems, eq(problems.id, conversations.problemId))
        .leftJoin(conversationMarks, isMarkedBy(id, conversations.id))
        .where(eq(participants.userId, id))
        .orderBy(desc(conversations.updatedAt)),
    {
      problem: json.orNull(titledSchema),
      pinned: json.boolean,
      muted: json.boolean,
      archived: json.boolean,
      markedUnread: json.boolean,
    },
  ),
  messageReactions: exportRows(
    { messageId: messages.id, conversationId: messages.conversationId, emoji, createdAt: reactedAt },
    (select, { id }) =>
      select
        .from(messageReactions)
        .innerJoin(messages, eq(messages.id, messageReactions.messageId))
        .where(eq(messageReactions.userId, id))
        .orderBy(desc(reactedAt)),
  ),
  messageReports: exportRows({ messageId: reported, reason, description, createdAt: reportedAt }, (select, { id }) =>
    select.from(messageReports).where(eq(messageReports.userId, id)).orderBy(desc(reportedAt)),
  ),
});

const messageColumns = {
  _id: messages.id,
  conversationId: messages.conversationId,
  seq: messages.seq,
  content: messages.content,
  /** Ids of files in the export. */
  files: sql<string[]>`ARRAY(SELECT file_id FROM message_files WHERE message_id = messages.id ORDER BY "position")`,
  replyTo: messages.replyToId,
  createdAt: messages.createdAt,
  editedAt: messages.editedAt,
  deletedAt: messages.deletedAt,
};

/** Keeps each statement far below its time limit, even if every row is read from disk. */
const BATCH_SIZE = 1000;

/** Yields the user's own messages in batches, latest first. @param until inclusive */
async function* readMessages(db: Db, senderId: string, until: Date) {
  const isOwn = and(eq(messages.senderId, senderId), lte(messages.createdAt, until));
  let last: { _id: string; createdAt: Date } | undefined;
  do {
    const rows = await db
      .select(messageColumns)
      .from(messages)
      .where(and(isOwn, last && afterCursor([messages.createdAt, last.createdAt], [messages.id, last._id])))
      .orderBy(desc(messages.createdAt), desc(messages.id))
      .limit(BATCH_SIZE);
    if (rows.length > 0) yield rows;
    last = rows.length === BATCH_SIZE ? rows.at(-1) : undefined;
  } while (last !== undefined);
}

export const exporter: Exporter = {
  ...fields,
  list: {
    name: 'messages',
    item: describeColumns(messageColumns, { files: json.list(json.id) }),
    open:
      async (_tx, { id }, until) =>
      (db) =>
        readMessages(db, id, until),
  },
};

export const accountDeletion: AccountDeletionHook = {
  settle: (tx, _events, { id }) => endConversations(tx, id),
  async erase(tx, { id }) {
    await tx.delete(conversationMarks).where(eq(conversationMarks.userId, id));
    const own = tx.select({ id: messages.id }).from(messages).where(eq(messages.senderId, id));
    await tx.delete(messageVersions).where(inArray(messageVersions.messageId, own));
    await tx.delete(messageReports).where(eq(messageReports.userId, id));
  },
};
