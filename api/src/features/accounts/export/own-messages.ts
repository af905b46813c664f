import { and, asc, desc, eq, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '../../../platform/db/connect.ts';
import { conversations, messageFiles, messages, participants } from '../../messaging/schema.ts';
import { problems } from '../../marketplace/schema.ts';
import { users } from '../schema/users.ts';
import { json } from '../../../platform/http/answer-schema.ts';

const theirs = alias(participants, 'theirs');

/** A person's conversations, with whom and about what, and their own messages: what others wrote is theirs. */
export async function collectMessages(tx: Tx, userId: string) {
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
    messages: await tx
      .select()
      .from(messages)
      .where(eq(messages.senderId, userId))
      .orderBy(desc(messages.createdAt), desc(messages.seq)),
    messageFiles: await tx
      .select({ messageId: messageFiles.messageId, fileId: messageFiles.fileId })
      .from(messageFiles)
      .innerJoin(messages, eq(messages.id, messageFiles.messageId))
      .where(eq(messages.senderId, userId))
      .orderBy(asc(messageFiles.position)),
  };
}

/** The same as it leaves the server; a message's files are among all files, by their ids. */
export function presentMessages(said: Awaited<ReturnType<typeof collectMessages>>) {
  const files = new Map<string, string[]>();
  for (const { messageId, fileId } of said.messageFiles) files.set(messageId, [...(files.get(messageId) ?? []), fileId]);
  return {
    conversations: said.conversations.map(({ conversation, readSeq, other, problem }) => ({
      _id: conversation.id,
      with: other,
      problem,
      readSeq,
      createdAt: conversation.createdAt.toISOString(),
    })),
    messages: said.messages.map(({ id, conversationId, seq, content, createdAt }) => ({
      _id: id,
      conversationId,
      seq,
      content,
      files: files.get(id) ?? [],
      createdAt: createdAt.toISOString(),
    })),
  };
}

const conversation = {
  _id: json.id,
  with: json.object({ _id: json.id, name: json.text }),
  problem: json.orNull(json.object({ _id: json.id, title: json.text })),
  readSeq: json.integer,
  createdAt: json.time,
};
const message = {
  _id: json.id,
  conversationId: json.id,
  seq: json.integer,
  content: json.text,
  files: json.list(json.id),
  createdAt: json.time,
};

/** The properties of these in the export. */
export const messagesFields = {
  conversations: json.list(json.object(conversation)),
  messages: json.list(json.object(message)),
};
