import { REACTIONS } from '@solvent/contracts';
import { and, asc, desc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '../schema.ts';
import { problems } from '../../marketplace/schema.ts';
import { conversations, messageColumns, messageFiles, messageReactions, messages, participants } from '../../messaging/schema.ts';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import { json } from '../../../platform/http/response-schema.ts';

const theirs = alias(participants, 'theirs');

/** A person's conversations, with whom and about what, and what they say of messages with one press. */
export async function collectConversations(tx: Tx, userId: string) {
  return {
    conversations: await tx
      .select({
        conversation: conversations,
        readSeq: participants.readSeq,
        other: { _id: users.id, name: users.name },
        problem: { _id: problems.id, title: problems.title },
      })
      .from(participants)
      .innerJoin(conversations, eq(conversations.id, participants.conversationId))
      .innerJoin(theirs, and(eq(theirs.conversationId, conversations.id), ne(theirs.userId, userId)))
      .innerJoin(users, eq(users.id, theirs.userId))
      .leftJoin(problems, eq(problems.id, conversations.problemId))
      .where(eq(participants.userId, userId))
      .orderBy(desc(conversations.updatedAt)),
    reactions: await tx
      .select({ messageId: messages.id, conversationId: messages.conversationId, reaction: messageReactions })
      .from(messageReactions)
      .innerJoin(messages, eq(messages.id, messageReactions.messageId))
      .where(eq(messageReactions.userId, userId))
      .orderBy(desc(messageReactions.createdAt)),
  };
}

/** The same as it leaves the server. */
export const presentConversations = (said: Awaited<ReturnType<typeof collectConversations>>) => ({
  conversations: said.conversations.map(({ conversation, readSeq, other, problem }) => ({
    _id: conversation.id,
    with: other,
    problem,
    readSeq,
    createdAt: conversation.createdAt.toISOString(),
  })),
  messageReactions: said.reactions.map(({ messageId, conversationId, reaction: { emoji, createdAt } }) => ({
    messageId,
    conversationId,
    emoji,
    createdAt: createdAt.toISOString(),
  })),
});

/** So many are read at once: a statement stays far from its limit of time, also where each row comes from the disk. */
const BATCH_SIZE = 1000;

type Row = Pick<
  typeof messages.$inferSelect,
  'id' | 'conversationId' | 'seq' | 'content' | 'replyToId' | 'createdAt' | 'editedAt'
>;

/** The same as it leaves the server; a message's files are among all files, by their ids. */
async function presentMessages(db: Db, rows: Row[]) {
  const ids = rows.map(({ id }) => id);
  const found = await db
    .select({ messageId: messageFiles.messageId, fileId: messageFiles.fileId })
    .from(messageFiles)
    .where(inArray(messageFiles.messageId, ids))
    .orderBy(asc(messageFiles.position));
  const attached = new Map<string, string[]>();
  for (const { messageId, fileId } of found) attached.set(messageId, [...(attached.get(messageId) ?? []), fileId]);
  return rows.map(({ id, conversationId, seq, content, replyToId, createdAt, editedAt }) => ({
    _id: id,
    conversationId,
    seq,
    content,
    files: attached.get(id) ?? [],
    replyTo: replyToId,
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
  }));
}

/**
 * A person's own messages, the latest first, some at a time: what others wrote is theirs. Some have hundreds of thousands.
 * @param until later ones are left out @param batchSize so many at most are read at once
 */
export async function* readMessages(db: Db, senderId: string, until: Date, batchSize = BATCH_SIZE) {
  const { id, conversationId, seq, content, replyToId, createdAt, editedAt } = messageColumns;
  const columns = { id, conversationId, seq, content, replyToId, createdAt, editedAt };
  const isOwn = and(eq(messages.senderId, senderId), lte(messages.createdAt, until));
  let last: Row | undefined;
  for (;;) {
    const rest = last && sql`(${createdAt}, ${id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`;
    const rows: Row[] = await db
      .select(columns)
      .from(messages)
      .where(and(isOwn, rest))
      .orderBy(desc(createdAt), desc(id))
      .limit(batchSize);
    if (rows.length > 0) yield await presentMessages(db, rows);
    if (rows.length < batchSize) return;
    last = rows.at(-1);
  }
}

const conversation = {
  _id: json.id,
  with: json.object({ _id: json.id, name: json.text }),
  problem: json.orNull(json.object({ _id: json.id, title: json.text })),
  readSeq: json.integer,
  createdAt: json.time,
};
/** One of the messages. */
export const messageSchema = json.object({
  _id: json.id,
  conversationId: json.id,
  seq: json.integer,
  content: json.text,
  files: json.list(json.id),
  replyTo: json.idOrNull,
  createdAt: json.time,
  editedAt: json.orNull(json.time),
});
const messageReaction = {
  messageId: json.id,
  conversationId: json.id,
  emoji: json.oneOf(REACTIONS),
  createdAt: json.time,
};

/** The properties of these in the export, but for the messages. */
export const conversationsFields = {
  conversations: json.list(json.object(conversation)),
  messageReactions: json.list(json.object(messageReaction)),
};
