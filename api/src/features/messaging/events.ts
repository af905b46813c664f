import type { Message, Notification } from '@solvent/contracts';
import { readMessage } from './messages.ts';
import type { LinkTo } from './messages.ts';
import { isUnread, presentNotification, selectNotifications } from '../notifications/index.ts';
import type { Executor } from '../../platform/db/connect.ts';
import type { Events, Outbox } from '../../platform/outbox/outbox.ts';
import { defineTopic } from '../../platform/outbox/topic.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

interface MessageDelivery {
  message: Message;
  otherId: string;
  problemId: string | null;
  notification: Notification | undefined;
}

export const messageStored = defineTopic<{ messageId: string }, MessageDelivery>('message-stored');

interface ChangedMessage {
  message: Message;
  people: string[];
}

const messageChanged = defineTopic<{ messageId: string }, ChangedMessage>('message-changed');

export function addMessageChanged(events: Events, changed: ChangedMessage): void {
  events.add(messageChanged, { messageId: changed.message._id }, changed);
}

interface ReadPosition {
  conversationId: string;
  userId: string;
  seq: number;
}

const conversationRead = defineTopic<ReadPosition & { people: string[] }>('conversation-read');

export function addReadPosition(events: Events, position: ReadPosition, people: string[]): void {
  events.add(conversationRead, { ...position, people }, { ...position, people });
}

async function readChangedMessage(db: Executor, messageId: string, linkTo: LinkTo): Promise<ChangedMessage | undefined> {
  const found = await readMessage(db, messageId, linkTo);
  return found && { message: found.message, people: found.participants.map(({ id }) => id) };
}

async function readDelivery(db: Executor, messageId: string, linkTo: LinkTo): Promise<MessageDelivery | undefined> {
  const found = await readMessage(db, messageId, linkTo);
  const other = found?.participants.find(({ id }) => id !== found.message.sender._id);
  if (found === undefined || other === undefined) return undefined;
  const { message, conversation } = found;
  const subject = { type: 'new_message', conversationId: conversation.id } as const;
  const [unread] = await selectNotifications(db).where(isUnread(other.id, subject));
  const notification = unread && presentNotification(unread);
  return { message, otherId: other.id, problemId: conversation.problemId, notification };
}

function deliverMessage(realtime: Realtime, { message, otherId, problemId, notification }: MessageDelivery): void {
  realtime.toUser(message.sender._id, 'message', message);
  realtime.toUser(otherId, 'message', message);
  realtime.toUser(otherId, 'new_message_notification', { conversationId: message.conversationId, problemId, message });
  if (notification !== undefined) realtime.toUser(otherId, 'notification', notification);
}

/** Publishes messages, their changes and read positions to the participants' sockets (product 11.13 and 11.14). */
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
