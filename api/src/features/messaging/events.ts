import type { Message, Notification } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { presentMessage } from './presenter.ts';
import type { LinkTo } from './presenter.ts';
import { readMessages, readWithParticipants } from './queries.ts';
import { messages } from './schema.ts';
import { isUnread, presentNotification, selectNotifications } from '../notifications/service.ts';
import type { Executor } from '../../platform/db/connect.ts';
import type { Events, Outbox } from '../../platform/outbox/outbox.ts';
import { defineTopic } from '../../platform/outbox/topic.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

/** Whom a message is for, besides its sender, and what they are told of it. */
interface MessageDelivery {
  message: Message;
  otherId: string;
  problemId: string | null;
  /** Undefined: they have read it. */
  notification: Notification | undefined;
}

/** A message was stored. */
export const messageStored = defineTopic<{ messageId: string }, MessageDelivery>('message-stored');

/** A message has other words or reactions, and who hears of it. */
interface ChangedMessage {
  message: Message;
  people: string[];
}

const messageChanged = defineTopic<{ messageId: string }, ChangedMessage>('message-changed');

/** Adds that a message was changed: both hear of it. */
export function addMessageChanged(events: Events, changed: ChangedMessage): void {
  events.add(messageChanged, { messageId: changed.message._id }, changed);
}

async function readChangedMessage(db: Executor, messageId: string, linkTo: LinkTo): Promise<ChangedMessage | undefined> {
  const [written] = await readMessages(db, eq(messages.id, messageId));
  const conversationId = written?.message.conversationId ?? '';
  const found = written && (await readWithParticipants(db, [conversationId])).get(conversationId);
  if (written === undefined || found === undefined) return undefined;
  const people = found.participants.map(({ id }) => id);
  return { message: presentMessage(written, found.participants, linkTo), people };
}

/** How far somebody has read. */
interface ReadPosition {
  conversationId: string;
  userId: string;
  seq: number;
}

const conversationRead = defineTopic<ReadPosition & { people: string[] }>('conversation-read');

/** Adds how far somebody has read: both hear of it. */
export function addReadPosition(events: Events, position: ReadPosition, people: string[]): void {
  events.add(conversationRead, { ...position, people }, { ...position, people });
}

async function unreadNotification(db: Executor, userId: string, conversationId: string): Promise<Notification | undefined> {
  const [unread] = await selectNotifications(db).where(isUnread(userId, { type: 'new_message', conversationId }));
  return unread && presentNotification(unread);
}

async function readDelivery(db: Executor, messageId: string, linkTo: LinkTo): Promise<MessageDelivery | undefined> {
  const [written] = await readMessages(db, eq(messages.id, messageId));
  const conversationId = written?.message.conversationId ?? '';
  const found = written && (await readWithParticipants(db, [conversationId])).get(conversationId);
  const other = found?.participants.find(({ id }) => id !== written?.message.senderId);
  if (written === undefined || found === undefined || other === undefined) return undefined;
  return {
    message: presentMessage(written, found.participants, linkTo),
    otherId: other.id,
    problemId: found.conversation.problemId,
    notification: await unreadNotification(db, other.id, conversationId),
  };
}

/** Every tab of both hears of a message, and the other one that there is something new. */
function deliverMessage(realtime: Realtime, { message, otherId, problemId, notification }: MessageDelivery): void {
  realtime.toUser(message.sender._id, 'message', message);
  realtime.toUser(otherId, 'message', message);
  realtime.toUser(otherId, 'new_message_notification', { conversationId: message.conversationId, problemId, message });
  if (notification !== undefined) realtime.toUser(otherId, 'notification', notification);
}

/** Lets pages hear of messages (product 11.13 and 11.14). */
export function registerMessageSubscribers(outbox: Outbox, realtime: Realtime, linkTo: LinkTo): void {
  outbox.subscribe(messageStored, {
    read: (db, { messageId }) => readDelivery(db, messageId, linkTo),
    deliver: (delivery) => deliverMessage(realtime, delivery),
  });
  outbox.subscribe(messageChanged, {
    read: (db, { messageId }) => readChangedMessage(db, messageId, linkTo),
    deliver: ({ message, people }) => people.forEach((person) => realtime.toUser(person, 'message_changed', message)),
  });
  outbox.subscribe(conversationRead, {
    read: async (_db, read) => read,
    deliver: ({ people, ...position }) => people.forEach((person) => realtime.toUser(person, 'read', position)),
  });
}
