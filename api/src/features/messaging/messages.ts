import { DELETED_PERSON_NAME, REACTIONS } from '@solvent/contracts';
import type { ConversationMarks, Message, MessageFile, MessageReaction, PersonSummary, Notification } from '@solvent/contracts';
import { getMessageSummary } from '@solvent/contracts/message-preview';
import { and, eq, getTableColumns, gt } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  conversationMarks,
  conversations,
  files,
  messageColumns,
  messageFiles,
  messageReactions,
  messages,
  participants,
  users,
} from '../../schema/index.ts';
import type { FileRow, UserRow } from '../../schema/index.ts';
import type { AccessQuery, FileLinks } from '../files/index.ts';
import { isMutedBy, visibleReadSeq } from './conversations.ts';
import type { Executor } from '../../platform/db/connect.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { isUnread, presentNotification, selectNotifications } from '../notifications/index.ts';
import type { Outbox } from '../../platform/outbox/outbox.ts';
import { defineTopic } from '../../platform/outbox/topic.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

export type Sender = Pick<UserRow, 'id' | 'name' | 'image'>;

interface ParticipantRow extends Sender {
  readSeq: number;
}

export type Links = Pick<FileLinks, 'linkTo'>;

export async function readConversation(db: Executor, id: string) {
  const { name, image } = users;
  const rows = await db
    .select({ conversation: conversations, participant: { id: users.id, name, image, readSeq: visibleReadSeq(participants) } })
    .from(conversations)
    .innerJoin(participants, eq(participants.conversationId, conversations.id))
    .innerJoin(users, eq(users.id, participants.userId))
    .where(eq(conversations.id, id));
  return rows[0] && { conversation: rows[0].conversation, participants: rows.map(({ participant }) => participant) };
}

/** @throws AppError `not_found` unless the viewer takes part */
export async function readOwnConversation(db: Executor, id: string, viewerId: string) {
  const found = await readConversation(db, id);
  if (!found?.participants.some((participant) => participant.id === viewerId)) throw notFound('This conversation');
  return found;
}

const quotedMessages = alias(messages, 'quoted');

function selectWritten(db: Executor) {
  const attached = nestedRows(getTableColumns(files), (column) =>
    db
      .select(column)
      .from(messageFiles)
      .innerJoin(files, eq(files.id, messageFiles.fileId))
      .where(eq(messageFiles.messageId, messages.id))
      .orderBy(messageFiles.position),
  );
  const reactions = nestedRows({ userId: messageReactions.userId, emoji: messageReactions.emoji }, (column) =>
    db
      .select(column)
      .from(messageReactions)
      // A reaction raises the revision: most messages need no lookup.
      .where(and(eq(messageReactions.messageId, messages.id), gt(messages.revision, 0)))
      .orderBy(messageReactions.createdAt, messageReactions.userId),
  );
  const { id, seq, senderId, content } = quotedMessages;
  const fileCount = db.$count(messageFiles, eq(messageFiles.messageId, id));
  const quotes = nestedRows({ id, seq, senderId, content, fileCount }, (column) =>
    db.select(column).from(quotedMessages).where(eq(id, messages.replyToId)),
  );
  return db.select({ message: messageColumns, files: attached, reactions, quotes }).from(messages).$dynamic();
}

type WrittenRow = Awaited<ReturnType<typeof selectWritten>>[number];

const toWritten = ({ quotes, ...written }: WrittenRow) => ({ ...written, quoted: quotes[0] ?? null });

export type WrittenMessage = ReturnType<typeof toWritten>;

export async function readMessages(db: Executor, condition: SQL | undefined): Promise<WrittenMessage[]> {
  return (await selectWritten(db).where(condition).orderBy(messages.seq)).map(toWritten);
}

/** Messages changed after a revision, in the order of their last changes. */
export async function readChanged(db: Executor, conversationId: string, after: number, limit: number) {
  const changed = and(eq(messages.conversationId, conversationId), gt(messages.revision, after));
  const rows = await selectWritten(db).where(changed).orderBy(messages.revision).limit(limit);
  return { written: rows.map(toWritten), total: rows.length < limit ? rows.length : await db.$count(messages, changed) };
}

export function presentFile({ id, name, size, mimeType, width, height }: FileRow, { linkTo }: Links): MessageFile {
  return { _id: id, url: linkTo(id), name, size, mimeType, width, height };
}

export function presentSender(people: readonly Sender[], id: string): PersonSummary {
  const sender = people.find((participant) => participant.id === id);
  return { _id: id, name: sender?.name ?? DELETED_PERSON_NAME, image: sender?.image ?? null };
}

/** Converts reactions in the order of {@link REACTIONS}; the users of each are in order of time. */
const presentReactions = (reactions: WrittenMessage['reactions']): MessageReaction[] =>
  REACTIONS.map((emoji) => ({
    emoji,
    userIds: reactions.filter((reaction) => reaction.emoji === emoji).map(({ userId }) => userId),
  })).filter(({ userIds }) => userIds.length > 0);

export function presentMessage(
  { message, files: attached, reactions, quoted }: WrittenMessage,
  people: readonly ParticipantRow[],
  links: Links,
): Message {
  const { id, conversationId, seq, clientId, senderId, content, createdAt, editedAt, deletedAt, revision } = message;
  const readers = people.filter((participant) => participant.id !== senderId && participant.readSeq >= seq);
  const replyTo = quoted && {
    _id: quoted.id,
    seq: quoted.seq,
    sender: presentSender(people, quoted.senderId),
    preview: getMessageSummary(quoted.content, quoted.fileCount),
  };
  return {
    _id: id,
    conversationId,
    seq,
    clientId,
    sender: presentSender(people, senderId),
    content,
    files: attached.map((file) => presentFile(file, links)),
    createdAt: createdAt.toISOString(),
    readBy: readers.map((reader) => reader.id),
    replyTo,
    reactions: presentReactions(reactions),
    editedAt: editedAt?.toISOString() ?? null,
    deletedAt: deletedAt?.toISOString() ?? null,
    revision,
  };
}

export async function readMessage(db: Executor, messageId: string, links: Links) {
  const [written] = await readMessages(db, eq(messages.id, messageId));
  const found = written && (await readConversation(db, written.message.conversationId));
  return found && { ...found, message: presentMessage(written, found.participants, links) };
}

/** Participants of the message's conversation (product 6.6). */
export const findMessageAccess: AccessQuery = (db, fileId, userId) =>
  db
    .select({ id: messages.id })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .innerJoin(participants, eq(participants.conversationId, messages.conversationId))
    .where(and(eq(messageFiles.fileId, fileId), eq(participants.userId, userId)));

interface MessageDelivery {
  message: Message;
  otherId: string;
  problemId: string | null;
  notification: Notification | undefined;
  /** Muted by the other participant. */
  isMuted: boolean;
}

export const messageStored = defineTopic<{ messageId: string }, MessageDelivery>('message-stored');
export const messageChanged = defineTopic<{ messageId: string }, { message: Message; people: string[] }>('message-changed');
type ReadPosition = { conversationId: string; userId: string; seq: number; people: string[] };
type StoredMarks = ConversationMarks & { conversationId: string; userId: string };
export const conversationMarked = defineTopic<StoredMarks>('conversation-marked');
export const conversationRead = defineTopic<ReadPosition>('conversation-read');

async function readDelivery(db: Executor, messageId: string, links: Links): Promise<MessageDelivery | undefined> {
  const found = await readMessage(db, messageId, links);
  const other = found?.participants.find(({ id }) => id !== found.message.sender._id);
  if (found === undefined || other === undefined) return undefined;
  const { message, conversation } = found;
  const subject = { type: 'new_message', conversationId: conversation.id } as const;
  const [unread] = await selectNotifications(db).where(isUnread(other.id, subject));
  const notification = unread && presentNotification(unread);
  const isMuted = (await db.$count(conversationMarks, isMutedBy(other.id, conversation.id))) > 0;
  return { message, otherId: other.id, problemId: conversation.problemId, notification, isMuted };
}

/** Publishes messages, their changes and read positions to the participants' sockets (product 11.13 and 11.14). */
export function registerMessageSubscribers(outbox: Outbox, realtime: Realtime, links: Links): void {
  outbox.subscribe(messageStored, {
    read: (db, { messageId }) => readDelivery(db, messageId, links),
    deliver: ({ message, otherId, problemId, notification, isMuted }) => {
      realtime.toUser(message.sender._id, 'message', message);
      realtime.toUser(otherId, 'message', message);
      if (isMuted) return;
      realtime.toUser(otherId, 'new_message_notification', { conversationId: message.conversationId, problemId, message });
      if (notification !== undefined) realtime.toUser(otherId, 'notification', notification);
    },
  });
  outbox.subscribe(messageChanged, {
    read: async (db, { messageId }) => {
      const found = await readMessage(db, messageId, links);
      return found && { message: found.message, people: found.participants.map(({ id }) => id) };
    },
    deliver: ({ message, people }) => people.forEach((person) => realtime.toUser(person, 'message_changed', message)),
  });
  outbox.subscribe(conversationMarked, {
    read: async (_db, marked) => marked,
    deliver: ({ userId, ...marked }) => realtime.toUser(userId, 'conversation_marked', marked),
  });
  outbox.subscribe(conversationRead, {
    read: async (_db, read) => read,
    deliver: ({ people, ...position }) => people.forEach((person) => realtime.toUser(person, 'read', position)),
  });
}
