import type { Notification, NotificationType } from '@solvent/contracts';
import { and, eq } from 'drizzle-orm';
import type { Executor, Tx } from '../../platform/db/connect.ts';
import { notifications } from './schema.ts';
import type { UserRow } from '../accounts/schema/users.ts';
import type { Events, Outbox } from '../../platform/outbox/outbox.ts';
import { defineTopic } from '../../platform/outbox/topic.ts';
import type { Pusher } from './push/pusher.ts';
import { PUSH_LEASE } from './push/pusher.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { presentNotification } from './presenter.ts';
import { selectNotifications } from './select-notifications.ts';
import { countUnread } from './tell-read.ts';

/** What somebody is to be told. */
export interface NewNotification {
  userId: string;
  /** Who did what it tells of: the texts say `ACTOR` (actor.ts) instead of the name. Null where they name nobody. */
  actor: Pick<UserRow, 'id' | 'name'> | null;
  type: NotificationType;
  title: string;
  message: string;
  problemId?: string;
  conversationId?: string;
}

/** A notification, and whose it is. */
export interface Told {
  userId: string;
  notification: Notification;
}

/** Somebody has a new notification, or one has grown: their pages show it. */
export const notified = defineTopic<{ id: string }, Told>('notified');
/** The same for their devices. */
export const pushed = defineTopic<{ id: string }, Told>('pushed', PUSH_LEASE);
/** Somebody has read notifications; `ids` null: all. */
export const notificationsRead = defineTopic<
  { userId: string; ids: string[] | null },
  { userId: string; ids: string[] | null; unreadCount: number }
>('notifications-read');

/** Stores a notification in the transaction of what it is about: both are there, or neither; its pages and devices hear of it then. */
export async function notify(tx: Tx, events: Events, { userId, actor, ...told }: NewNotification): Promise<void> {
  const [row] = await tx
    .insert(notifications)
    .values({ userId, actorId: actor?.id ?? null, ...told, createdAt: new Date() })
    .returning();
  if (row === undefined) throw new Error('A stored notification was not returned');
  const notification = presentNotification({ notification: row, actorName: actor?.name ?? null });
  for (const topic of [notified, pushed]) events.add(topic, { id: row.id }, { userId, notification });
}

/** One that its owner has not read meanwhile, as it is now. */
async function readUnread(db: Executor, { id }: { id: string }): Promise<Told | undefined> {
  const unread = and(eq(notifications.id, id), eq(notifications.read, false));
  const [found] = await selectNotifications(db).where(unread);
  return found && { userId: found.notification.userId, notification: presentNotification(found) };
}

/** Lets pages and devices hear of notifications. @param pusher undefined: push is off */
export function tellOfNotifications(outbox: Outbox, realtime: Realtime, pusher: Pusher | undefined): void {
  outbox.subscribe(notified, {
    read: readUnread,
    deliver: ({ userId, notification }) => realtime.toUser(userId, 'notification', notification),
  });
  if (pusher !== undefined) outbox.subscribe(pushed, { read: readUnread, deliver: (told) => pusher.push(told) });
  outbox.subscribe(notificationsRead, {
    read: async (db, { userId, ids }) => ({ userId, ids, unreadCount: await countUnread(db, userId) }),
    deliver: ({ userId, ...read }) => realtime.toUser(userId, 'notifications_read', read),
  });
}
