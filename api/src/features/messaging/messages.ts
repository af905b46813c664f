import { DELETED_PERSON_NAME, REACTIONS } from '@solvent/contracts';
import type { Message, MessageFile, MessageReaction, PersonSummary, QuotedMessage } from '@solvent/contracts';
import { getMessageSummary } from '@solvent/contracts/message-preview';
import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import {
  conversations,
  files,
  messageColumns,
  messageFiles,
  messageReactions,
  messages,
  participants,
  users,
} from '../../schema/index.ts';
import type { ConversationRow, FileRow, MessageRow, ReactionRow, UserRow } from '../../schema/index.ts';
import type { AccessQuery } from '../files/index.ts';
import { visibleReadSeq } from './conversations.ts';
import type { Executor } from '../../platform/db/connect.ts';
import { notFound } from '../../platform/errors/app-error.ts';

export interface ParticipantRow extends Pick<UserRow, 'id' | 'name' | 'image' | 'deletedAt'> {
  readSeq: number;
}

interface ConversationWithParticipants {
  conversation: ConversationRow;
  participants: ParticipantRow[];
}

export interface QuotedRow extends Pick<MessageRow, 'id' | 'seq' | 'senderId' | 'content'> {
  fileCount: number;
}

export interface WrittenMessage {
  message: MessageRow;
  files: FileRow[];
  reactions: Pick<ReactionRow, 'userId' | 'emoji'>[];
  quoted: QuotedRow | null;
}

export async function readWithParticipants(db: Executor, ids: string[]): Promise<Map<string, ConversationWithParticipants>> {
  const rows = await db
    .select({
      conversation: conversations,
      participant: {
        id: users.id,
        name: users.name,
        image: users.image,
        deletedAt: users.deletedAt,
        readSeq: visibleReadSeq(participants),
      },
    })
    .from(conversations)
    .innerJoin(participants, eq(participants.conversationId, conversations.id))
    .innerJoin(users, eq(users.id, participants.userId))
    .where(inArray(conversations.id, ids));
  const found = new Map<string, ConversationWithParticipants>();
  for (const { conversation, participant } of rows) {
    const one = found.get(conversation.id) ?? { conversation, participants: [] };
    one.participants.push(participant);
    found.set(conversation.id, one);
  }
  return found;
}

/** @throws AppError `not_found` unless the viewer takes part */
export async function readOwnConversation(db: Executor, id: string, viewerId: string): Promise<ConversationWithParticipants> {
  const found = (await readWithParticipants(db, [id])).get(id.toLowerCase());
  if (!found?.participants.some((participant) => participant.id === viewerId)) throw notFound('This conversation');
  return found;
}

async function readFiles(db: Executor, rows: MessageRow[]): Promise<Map<string, FileRow[]>> {
  const byMessage = new Map<string, FileRow[]>();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return byMessage;
  const found = await db
    .select({ messageId: messageFiles.messageId, file: files })
    .from(messageFiles)
    .innerJoin(files, eq(files.id, messageFiles.fileId))
    .where(inArray(messageFiles.messageId, ids))
    .orderBy(asc(messageFiles.position));
  for (const { messageId, file } of found) byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), file]);
  return byMessage;
}

/** Only changed messages have reactions. */
async function readReactions(db: Executor, rows: MessageRow[]): Promise<Map<string, ReactionRow[]>> {
  const byMessage = new Map<string, ReactionRow[]>();
  const ids = rows.filter(({ revision }) => revision > 0).map(({ id }) => id);
  if (ids.length === 0) return byMessage;
  const found = await db
    .select()
    .from(messageReactions)
    .where(inArray(messageReactions.messageId, ids))
    .orderBy(asc(messageReactions.createdAt), asc(messageReactions.userId));
  for (const reaction of found) byMessage.set(reaction.messageId, [...(byMessage.get(reaction.messageId) ?? []), reaction]);
  return byMessage;
}

async function readQuotes(db: Executor, rows: MessageRow[]): Promise<Map<string, QuotedRow>> {
  const ids = [...new Set(rows.flatMap(({ replyToId }) => replyToId ?? []))];
  if (ids.length === 0) return new Map();
  const { id, seq, senderId, content } = messageColumns;
  const fileCount = db.$count(messageFiles, eq(messageFiles.messageId, messages.id));
  const found = await db.select({ id, seq, senderId, content, fileCount }).from(messages).where(inArray(messages.id, ids));
  return new Map(found.map((quoted) => [quoted.id, quoted]));
}

async function withDetails(db: Executor, rows: MessageRow[]): Promise<WrittenMessage[]> {
  const attached = await readFiles(db, rows);
  const reactions = await readReactions(db, rows);
  const quotes = await readQuotes(db, rows);
  return rows.map((message) => ({
    message,
    files: attached.get(message.id) ?? [],
    reactions: reactions.get(message.id) ?? [],
    quoted: quotes.get(message.replyToId ?? '') ?? null,
  }));
}

export async function readMessages(db: Executor, condition: SQL | undefined): Promise<WrittenMessage[]> {
  return withDetails(db, await db.select(messageColumns).from(messages).where(condition).orderBy(asc(messages.seq)));
}

/** Messages changed after a revision, in the order of their last changes. */
export async function readChanged(db: Executor, conversationId: string, after: number, limit: number) {
  const changed = and(eq(messages.conversationId, conversationId), gt(messages.revision, after));
  const rows = await db.select(messageColumns).from(messages).where(changed).orderBy(asc(messages.revision)).limit(limit);
  const total = rows.length < limit ? rows.length : await db.$count(messages, changed);
  return { written: await withDetails(db, rows), total };
}

/** Builds a signed link to a file, valid for some minutes. */
export type LinkTo = (fileId: string) => string;

export function presentFile({ id, name, size, mimeType, width, height }: FileRow, linkTo: LinkTo): MessageFile {
  return { _id: id, url: linkTo(id), name, size, mimeType, width, height };
}

export function presentSender(people: readonly Pick<ParticipantRow, 'id' | 'name' | 'image'>[], id: string): PersonSummary {
  const sender = people.find((participant) => participant.id === id);
  return { _id: id, name: sender?.name ?? DELETED_PERSON_NAME, image: sender?.image ?? null };
}

function presentQuoted(quoted: WrittenMessage['quoted'], people: readonly ParticipantRow[]): QuotedMessage | null {
  if (quoted === null) return null;
  const { id, seq, senderId, content, fileCount } = quoted;
  return { _id: id, seq, sender: presentSender(people, senderId), preview: getMessageSummary(content, fileCount) };
}

/** In the order of {@link REACTIONS}, each with its users in order of time. */
const presentReactions = (reactions: WrittenMessage['reactions']): MessageReaction[] =>
  REACTIONS.map((emoji) => ({
    emoji,
    userIds: reactions.filter((reaction) => reaction.emoji === emoji).map(({ userId }) => userId),
  })).filter(({ userIds }) => userIds.length > 0);

export function presentMessage(
  { message, files: attached, reactions, quoted }: WrittenMessage,
  people: readonly ParticipantRow[],
  linkTo: LinkTo,
): Message {
  const { id, conversationId, seq, clientId, senderId, content, createdAt, editedAt, revision } = message;
  const readers = people.filter((participant) => participant.id !== senderId && participant.readSeq >= seq);
  return {
    _id: id,
    conversationId,
    seq,
    clientId,
    sender: presentSender(people, senderId),
    content,
    files: attached.map((file) => presentFile(file, linkTo)),
    createdAt: createdAt.toISOString(),
    readBy: readers.map((reader) => reader.id),
    replyTo: presentQuoted(quoted, people),
    reactions: presentReactions(reactions),
    editedAt: editedAt?.toISOString() ?? null,
    revision,
  };
}

export async function readMessage(db: Executor, messageId: string, linkTo: LinkTo) {
  const [written] = await readMessages(db, eq(messages.id, messageId));
  if (written === undefined) return undefined;
  const { conversationId } = written.message;
  const found = (await readWithParticipants(db, [conversationId])).get(conversationId);
  return found && { ...found, message: presentMessage(written, found.participants, linkTo) };
}

/** Participants of the message's conversation (product 6.6). */
export const findMessageAccess: AccessQuery = (db, fileId, userId) =>
  db
    .select({ id: messages.id })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .innerJoin(participants, eq(participants.conversationId, messages.conversationId))
    .where(and(eq(messageFiles.fileId, fileId), eq(participants.userId, userId)));
