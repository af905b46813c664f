import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { Notification, NotificationType } from '@solvent/contracts';
import { and, eq } from 'drizzle-orm';
import { users } from '../accounts/schema.ts';
import type { UserRow } from '../accounts/schema.ts';
import { PUSH_LEASE } from './push.ts';
import type { Pusher } from './push.ts';
import { notifications } from './schema.ts';
import type { NotificationRow } from './schema.ts';
import type { Executor, Tx } from '../../platform/db/connect.ts';
import type { Events, Outbox } from '../../platform/outbox/outbox.ts';
import { defineTopic } from '../../platform/outbox/topic.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

/**
 * Stands in a notification's texts for the name of who did what it tells of. The name itself is put in when somebody reads
 * it: so it is the present one after a change of name, and nothing is left of it when its owner deletes the account.
 */
export const ACTOR = '\uFFFC';

/** A text of a notification with the name in its place. */
const withActor = (text: string, name: string): string => text.replaceAll(ACTOR, () => name);

/** In quotes all around what is quoted already, or quotes of its own. */
const [WHOLE, DOUBLE] = [/^["“”„«](.*)["“”„»]$/u, /["“”„«»]/gu];

/** Somebody's title within a sentence: in one pair of quotes, whatever quotes it has of its own. */
export function quoted(title: string): string {
  const [, within] = WHOLE.exec(title.trim()) ?? [];
  const isPair = within !== undefined && within.match(DOUBLE) === null;
  return `"${(isPair ? within : title.trim()).replaceAll(DOUBLE, "'")}"`;
}

const ONE_MESSAGE = `New message from ${ACTOR}`;
/** What follows the number of several. */
export const MORE_MESSAGES = ` new messages from ${ACTOR}`;

/** The title of a notification of so many messages. */
export const messagesTitle = (count: number): string => (count === 1 ? ONE_MESSAGE : `${count}${MORE_MESSAGES}`);

/** A notification, and the name that who did what it tells of has now; null where nobody did it. */
export interface ToldNotification {
  notification: Omit<NotificationRow, 'userId' | 'actorId' | 'count'>;
  actorName: string | null;
}

/** A notification as its owner sees it. */
export function presentNotification({ notification, actorName }: ToldNotification): Notification {
  const { id, type, title, message, read, createdAt, problemId, conversationId } = notification;
  const name = actorName ?? DELETED_PERSON_NAME;
  return {
    _id: id,
    type,
    title: withActor(title, name),
    message: withActor(message, name),
    read,
    createdAt: createdAt.toISOString(),
    data: { ...(problemId ? { problemId } : {}), ...(conversationId ? { conversationId } : {}) },
  };
}

/** A query for notifications as `presentNotification` takes them; its conditions and order are the caller's. */
export const selectNotifications = (db: Executor) =>
  db
    .select({ notification: notifications, actorName: users.name })
    .from(notifications)
    .leftJoin(users, eq(users.id, notifications.actorId))
    .$dynamic();

/** How many unread notifications somebody has: to wait for, or as a column. */
export const countUnread = (db: Executor, userId: string) =>
  db.$count(notifications, and(eq(notifications.userId, userId), eq(notifications.read, false)));

/** Adds that somebody has read these notifications. @param ids none: nothing is said */
export async function addRead(db: Executor, events: Events, userId: string, ids: string[]): Promise<void> {
  if (ids.length > 0) events.add(notificationsRead, { userId, ids }, { userId, ids, unreadCount: await countUnread(db, userId) });
}

/** Adds that somebody has read all: every tab of theirs shows none as unread. */
export function addAllRead(events: Events, userId: string): void {
  events.add(notificationsRead, { userId, ids: null }, { userId, ids: null, unreadCount: 0 });
}

/** What somebody is to be told. */
interface NewNotification {
  userId: string;
  /** Who did what it tells of: the texts say `ACTOR` instead of the name. Null where they name nobody. */
  actor: Pick<UserRow, 'id' | 'name'> | null;
  type: NotificationType;
  title: string;
  message: string;
  problemId?: string;
  conversationId?: string;
}

/** A notification, and whose it is. */
interface Told {
  userId: string;
  notification: Notification;
}

/** Somebody has a new notification, or one has grown: their pages show it. */
const notified = defineTopic<{ id: string }, Told>('notified');
/** The same for their devices. */
export const pushed = defineTopic<{ id: string }, Told>('pushed', PUSH_LEASE);
/** Somebody has read notifications; `ids` null: all. */
const notificationsRead = defineTopic<
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
