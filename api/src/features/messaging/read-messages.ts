import { asc, eq, inArray } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Executor } from '../../platform/db/connect.ts';
import { conversations, messageFiles, messages, participants } from './schema.ts';
import type { ConversationRow, MessageRow } from './schema.ts';
import { files } from '../files/schema/files.ts';
import type { FileRow } from '../files/schema/files.ts';
import { users } from '../accounts/schema/users.ts';
import type { UserRow } from '../accounts/schema/users.ts';

/** One of the two who talk. */
export interface Talker extends Pick<UserRow, 'id' | 'name' | 'image' | 'deletedAt'> {
  readSeq: number;
}

/** A conversation and the two. */
export interface Talk {
  conversation: ConversationRow;
  talkers: Talker[];
}

/** A message with its files in their order. */
export interface WrittenMessage {
  message: MessageRow;
  files: FileRow[];
}

/** Conversations by their ids, each with the two. */
export async function readTalks(db: Executor, ids: string[]): Promise<Map<string, Talk>> {
  const rows = await db
    .select({
      conversation: conversations,
      talker: {
        id: users.id,
        name: users.name,
        image: users.image,
        deletedAt: users.deletedAt,
        readSeq: participants.readSeq,
      },
    })
    .from(conversations)
    .innerJoin(participants, eq(participants.conversationId, conversations.id))
    .innerJoin(users, eq(users.id, participants.userId))
    .where(inArray(conversations.id, ids));
  const talks = new Map<string, Talk>();
  for (const { conversation, talker } of rows) {
    const talk = talks.get(conversation.id) ?? { conversation, talkers: [] };
    talk.talkers.push(talker);
    talks.set(conversation.id, talk);
  }
  return talks;
}

/** The conversation, if this person is one of the two. */
export async function readTalk(db: Executor, id: string, viewerId: string): Promise<Talk | undefined> {
  const talk = (await readTalks(db, [id])).get(id.toLowerCase());
  return talk?.talkers.some((talker) => talker.id === viewerId) ? talk : undefined;
}

async function filesOf(db: Executor, ids: string[]): Promise<Map<string, FileRow[]>> {
  const byMessage = new Map<string, FileRow[]>();
  if (ids.length === 0) return byMessage;
  const rows = await db
    .select({ messageId: messageFiles.messageId, file: files })
    .from(messageFiles)
    .innerJoin(files, eq(files.id, messageFiles.fileId))
    .where(inArray(messageFiles.messageId, ids))
    .orderBy(asc(messageFiles.position));
  for (const { messageId, file } of rows) byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), file]);
  return byMessage;
}

/** Puts their files to messages. */
export async function withFiles(db: Executor, rows: MessageRow[]): Promise<WrittenMessage[]> {
  const attached = await filesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((message) => ({ message, files: attached.get(message.id) ?? [] }));
}

/** The messages that a condition names, in order of `seq`. */
export async function readMessages(db: Executor, condition: SQL | undefined): Promise<WrittenMessage[]> {
  return withFiles(db, await db.select().from(messages).where(condition).orderBy(asc(messages.seq)));
}
