import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { Notification, NotificationType } from '@solvent/contracts';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { users } from '../accounts/schema.ts';
import type { UserRow } from '../accounts/schema.ts';
import { personSchema } from '../accounts/service.ts';
import { PUSH_LEASE } from './push.ts';
import type { Pusher } from './push.ts';
import { notifications } from './schema.ts';
import type { NotificationRow } from './schema.ts';
import type { Executor, Tx } from '../../platform/db/connect.ts';
import { json } from '../../platform/http/answer-schema.ts';
import type { JsonSchema } from '../../platform/http/answer-schema.ts';
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

/** What people wrote, within a text of a notification: what stands for a name there is not for people to write. */
export const plain = (written: string): string => written.replaceAll(ACTOR, ' ');

/** In quotes all around what is quoted already, or quotes of its own. */
const [WHOLE, DOUBLE] = [/^["“”„«](.*)["“”„»]$/u, /["“”„«»]/gu];

/** Somebody's title within a sentence: in one pair of quotes, whatever quotes it has of its own. */
export function quoted(title: string): string {
  const written = plain(title).trim();
  const [, within] = WHOLE.exec(written) ?? [];
  const isPair = within !== undefined && within.match(DOUBLE) === null;
  return `"${(isPair ? within : written).replaceAll(DOUBLE, "'")}"`;
}

const ONE_MESSAGE = `New message from ${ACTOR}`;
/** What follows the number of several. */
export const MORE_MESSAGES = ` new messages from ${ACTOR}`;

/** The title of a notification of so many messages. */
export const messagesTitle = (count: number): string => (count === 1 ? ONE_MESSAGE : `${count}${MORE_MESSAGES}`);

/** A notification, with the name and the picture that who did what it tells of has now; null where nobody did it, or the account is gone. */
export interface ToldNotification {
  notification: Omit<NotificationRow, 'userId' | 'count'>;
  actorName: string | null;
  actorImage: string | null;
}

/** Who did what a notification tells of, while there is such an account: for a left join. */
export const isActor = and(eq(users.id, notifications.actorId), isNull(users.deletedAt));

/** A notification as its owner sees it. */
export function presentNotification({ notification, actorName, actorImage }: ToldNotification): Notification {
  const { id, actorId, type, title, message, read, createdAt, problemId, conversationId, moduleId } = notification;
  const name = actorName ?? DELETED_PERSON_NAME;
  return {
    _id: id,
    type,
    title: withActor(title, name),
    message: withActor(message, name),
    read,
    createdAt: createdAt.toISOString(),
    actor: actorId === null || actorName === null ? null : { _id: actorId, name: actorName, image: actorImage },
    data: {
      ...(problemId ? { problemId } : {}),
      ...(conversationId ? { conversationId } : {}),
      ...(moduleId ? { moduleId } : {}),
    },
  };
}

/** A notification in an answer. */
export const notificationSchema: JsonSchema<Notification> = json.object({
  _id: json.id,
  type: json.text,
  title: json.text,
  message: json.text,
  read: json.yes,
  createdAt: json.time,
  actor: json.orNull(personSchema),
  data: json.object({}, { problemId: json.id, conversationId: json.id, moduleId: json.id }),
});

/** A query for notifications as `presentNotification` takes them; its conditions and order are the caller's. */
export const selectNotifications = (db: Executor) =>
  db
    .select({ notification: notifications, actorName: users.name, actorImage: users.image })
    .from(notifications)
    .leftJoin(users, isActor)
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
  actor: Pick<UserRow, 'id' | 'name' | 'image'> | null;
  type: NotificationType;
  title: string;
  message: string;
  problemId?: string;
  conversationId?: string;
  moduleId?: string;
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

/** Pages and devices hear of it after the commit. */
function announce(events: Events, { userId, ...row }: NotificationRow, actor: NewNotification['actor']): void {
  const by = { actorName: actor?.name ?? null, actorImage: actor?.image ?? null };
  const notification = presentNotification({ notification: row, ...by });
  for (const topic of [notified, pushed]) events.add(topic, { id: row.id }, { userId, notification });
}

/** Stores a notification in the transaction of what it is about: both are there, or neither; its pages and devices hear of it then. */
export async function notify(tx: Tx, events: Events, { userId, actor, ...told }: NewNotification): Promise<void> {
  const [row] = await tx
    .insert(notifications)
    .values({ userId, actorId: actor?.id ?? null, ...told, createdAt: new Date() })
    .returning();
  if (row === undefined) throw new Error('A stored notification was not returned');
  announce(events, row, actor);
}

/** What people are to be told of a problem, as often as it happens. */
interface SharedNotification extends Pick<NewNotification, 'actor' | 'type'> {
  userIds: string[];
  problemId: string;
  /** What it says once it has happened so often. */
  says: (times: number) => Pick<NewNotification, 'title' | 'message'>;
}

/** Those that are not read yet are told anew. @returns whose they are */
async function growUnread(tx: Tx, events: Events, shared: SharedNotification): Promise<Set<string>> {
  const { userIds, actor, type, problemId, says } = shared;
  const { userId, actorId, count, read } = notifications;
  const by = actor === null ? isNull(actorId) : eq(actorId, actor.id);
  const unread = await tx
    .update(notifications)
    .set({ count: sql`${count} + 1`, createdAt: new Date() })
    .where(
      and(inArray(userId, userIds), eq(notifications.problemId, problemId), eq(notifications.type, type), by, eq(read, false)),
    )
    .returning({ id: notifications.id, count });
  const grown = new Set<string>();
  for (const times of new Set(unread.map((one) => one.count))) {
    const ids = unread.filter((one) => one.count === times).map(({ id }) => id);
    const rows = await tx.update(notifications).set(says(times)).where(inArray(notifications.id, ids)).returning();
    for (const row of rows) {
      announce(events, row, actor);
      grown.add(row.userId);
    }
  }
  return grown;
}

/**
 * As `notify`, for what one person does again and again: whoever has not read it yet is told by the same notification once more,
 * as of messages. To be called with the problem locked: of two at once, the second finds the first one's.
 */
export async function notifyAgain(tx: Tx, events: Events, shared: SharedNotification): Promise<void> {
  const { userIds, actor, type, problemId, says } = shared;
  if (userIds.length === 0) return;
  const grown = await growUnread(tx, events, shared);
  const told = { actorId: actor?.id ?? null, type, problemId, ...says(1), createdAt: new Date() };
  const fresh = [...new Set(userIds)].filter((userId) => !grown.has(userId));
  if (fresh.length === 0) return;
  const rows = await tx
    .insert(notifications)
    .values(fresh.map((userId) => ({ userId, ...told })))
    .returning();
  for (const row of rows) announce(events, row, actor);
}

/** What people who have to do with a module are to be told. */
interface ModuleNews extends Omit<NewNotification, 'userId' | 'problemId' | 'conversationId' | 'moduleId'> {
  moduleId: string;
  userIds: string[];
  /** What follows the number in the title once several are told of by one; undefined: the latest one's title stands alone. */
  more?: string;
}

/** So many people are told in one statement. */
const TOLD_AT_ONCE = 1000;

/** Of what somebody has not read yet there is one notification of a module and type: the next one adds to it. */
const storeNews = (tx: Tx, { userIds, actor, more, ...told }: ModuleNews, createdAt: Date) =>
  tx
    .insert(notifications)
    .values(userIds.map((userId) => ({ userId, actorId: actor?.id ?? null, ...told, createdAt })))
    .onConflictDoUpdate({
      target: [notifications.userId, notifications.type, notifications.moduleId],
      targetWhere: sql`NOT ${notifications.read} AND ${notifications.moduleId} IS NOT NULL`,
      set: {
        count: sql`${notifications.count} + 1`,
        title: more === undefined ? told.title : sql`(${notifications.count} + 1)::text || ${more}::text`,
        message: told.message,
        actorId: actor?.id ?? null,
        createdAt,
      },
    })
    .returning();

/**
 * Tells people of what happened to a module, in the transaction in which it does. Several sales or reviews that nobody has read
 * share one notification, as messages do (product 4.5): it says how many they are, and what the last one was.
 */
export async function notifyOfModule(tx: Tx, events: Events, news: ModuleNews): Promise<void> {
  const { actor, userIds } = news;
  const at = new Date();
  for (let from = 0; from < userIds.length; from += TOLD_AT_ONCE) {
    const rows = await storeNews(tx, { ...news, userIds: userIds.slice(from, from + TOLD_AT_ONCE) }, at);
    for (const row of rows) announce(events, row, actor);
  }
}

/** One that its owner has not read meanwhile, as it is now. */
async function readUnread(db: Executor, { id }: { id: string }): Promise<Told | undefined> {
  const unread = and(eq(notifications.id, id), eq(notifications.read, false));
  const [found] = await selectNotifications(db).where(unread);
  return found && { userId: found.notification.userId, notification: presentNotification(found) };
}

/** Lets pages and devices hear of notifications. @param pusher undefined: push is off */
export function tellOfNotifications(outbox: Outbox, realtime: Pick<Realtime, 'toUser'>, pusher: Pusher | undefined): void {
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
