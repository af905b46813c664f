import { REACTIONS } from '@solvent/contracts';
import { json } from '@solvent/contracts/schemas';
import { and, asc, desc, eq, inArray, lte, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  defineExporter,
  namedSchema,
  personColumns,
  problemColumns,
  timeOrNull,
  titledSchema,
  toIsoDates,
} from '../accounts/index.ts';
import type { AccountDeletionHook } from '../accounts/index.ts';
import {
  conversations,
  messageColumns,
  messageFiles,
  messageReactions,
  messages,
  participants,
  problems,
  users,
} from '../../schema/index.ts';
import { endConversations } from './service.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { afterCursor } from '../../platform/db/keyset.ts';

const theirs = alias(participants, 'theirs');

async function collectConversations(tx: Tx, userId: string) {
  const found = await tx
    .select({
      _id: conversations.id,
      with: personColumns,
      problem: problemColumns,
      readSeq: participants.readSeq,
      createdAt: conversations.createdAt,
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .innerJoin(theirs, and(eq(theirs.conversationId, conversations.id), ne(theirs.userId, userId)))
    .innerJoin(users, eq(users.id, theirs.userId))
    .leftJoin(problems, eq(problems.id, conversations.problemId))
    .where(eq(participants.userId, userId))
    .orderBy(desc(conversations.updatedAt));
  const { emoji, createdAt } = messageReactions;
  const reactions = await tx
    .select({ messageId: messages.id, conversationId: messages.conversationId, emoji, createdAt })
    .from(messageReactions)
    .innerJoin(messages, eq(messages.id, messageReactions.messageId))
    .where(eq(messageReactions.userId, userId))
    .orderBy(desc(createdAt));
  return { conversations: found.map(toIsoDates), messageReactions: reactions.map(toIsoDates) };
}

/** Keeps each statement far below its time limit, even if every row is read from disk. */
const BATCH_SIZE = 1000;

type Row = Pick<
  typeof messages.$inferSelect,
  'id' | 'conversationId' | 'seq' | 'content' | 'replyToId' | 'createdAt' | 'editedAt'
>;

/** A message's files are ids of files in the export. */
async function presentMessages(db: Db, rows: Row[]) {
  const ids = rows.map(({ id }) => id);
  const found = await db
    .select({ messageId: messageFiles.messageId, fileId: messageFiles.fileId })
    .from(messageFiles)
    .where(inArray(messageFiles.messageId, ids))
    .orderBy(asc(messageFiles.position));
  const attached = new Map<string, string[]>();
  for (const { messageId, fileId } of found) attached.set(messageId, [...(attached.get(messageId) ?? []), fileId]);
  return rows.map(({ id, replyToId, ...message }) =>
    toIsoDates({ _id: id, ...message, files: attached.get(id) ?? [], replyTo: replyToId }),
  );
}

/** Yields the user's own messages in batches, latest first. @param until inclusive */
async function* readMessages(db: Db, senderId: string, until: Date) {
  const { id, conversationId, seq, content, replyToId, createdAt, editedAt } = messageColumns;
  const columns = { id, conversationId, seq, content, replyToId, createdAt, editedAt };
  const isOwn = and(eq(messages.senderId, senderId), lte(messages.createdAt, until));
  let lastRow: Row | undefined;
  for (;;) {
    const afterLast = lastRow && afterCursor([createdAt, lastRow.createdAt], [id, lastRow.id]);
    const rows: Row[] = await db
      .select(columns)
      .from(messages)
      .where(and(isOwn, afterLast))
      .orderBy(desc(createdAt), desc(id))
      .limit(BATCH_SIZE);
    if (rows.length > 0) yield await presentMessages(db, rows);
    if (rows.length < BATCH_SIZE) return;
    lastRow = rows.at(-1);
  }
}

const conversation = {
  _id: json.id,
  with: namedSchema,
  problem: json.orNull(titledSchema),
  readSeq: json.integer,
  createdAt: json.time,
};

const messageSchema = json.object({
  _id: json.id,
  conversationId: json.id,
  seq: json.integer,
  content: json.text,
  files: json.list(json.id),
  replyTo: json.idOrNull,
  createdAt: json.time,
  editedAt: timeOrNull,
});
const messageReaction = {
  messageId: json.id,
  conversationId: json.id,
  emoji: json.oneOf(REACTIONS),
  createdAt: json.time,
};

export const exporter = defineExporter({
  fields: {
    conversations: json.list(json.object(conversation)),
    messageReactions: json.list(json.object(messageReaction)),
  },
  collect: (tx, { id }) => collectConversations(tx, id),
  list: {
    name: 'messages',
    item: messageSchema,
    open:
      async (_tx, { id }, until) =>
      (db) =>
        readMessages(db, id, until),
  },
});

export const accountDeletion: AccountDeletionHook = { settle: (tx, _events, { id }) => endConversations(tx, id) };
