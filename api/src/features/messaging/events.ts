import type { Message, Notification } from '@solvent/contracts';
import { readMessage } from './messages.ts';
import type { Links } from './messages.ts';
import { isUnread, presentNotification, selectNotifications } from '../notifications/index.ts';
import type { Executor } from '../../platform/db/connect.ts';
import type { Outbox } from '../../platform/outbox/outbox.ts';
import { defineTopic } from '../../platform/outbox/topic.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

interface MessageDelivery {
  message: Message;
  otherId: string;
  problemId: string | null;
  notification: Notification | undefined;
}

export const messageStored = defineTopic<{ messageId: string }, MessageDelivery>('message-stored');
export const messageChanged = defineTopic<{ messageId: string }, { message: Message; people: string[] }>('message-changed');
export const conversationRead = defineTopic<{ conversationId: string; userId: string; seq: number; people: string[] }>(
  'conversation-read',
);

async function readDelivery(db: Executor, messageId: string, links: Links): Promise<MessageDelivery | undefined> {
  const found = await readMessage(db, messageId, links);
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
export function registerMessageSubscribers(outbox: Outbox, realtime: Realtime, links: Links): void {
  outbox.subscribe(messageStored, {
    read: (db, { messageId }) => readDelivery(db, messageId, links),
    deliver: (delivery) => deliverMessage(realtime, delivery),
  });
  outbox.subscribe(messageChanged, {
    read: async (db, { messageId }) => {
      const found = await readMessage(db, messageId, links);
      return found && { message: found.message, people: found.participants.map(({ id }) => id) };
    },
    deliver: ({ message, people }) => people.forEach((person) => realtime.toUser(person, 'message_changed', message)),
  });
  outbox.subscribe(conversationRead, {
    read: async (_db, read) => read,
    deliver: ({ people, ...position }) => people.forEach((person) => realtime.toUser(person, 'read', position)),
  });
}
