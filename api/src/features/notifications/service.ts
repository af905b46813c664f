import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { Notification, NotificationType } from '@solvent/contracts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { users } from '../accounts/schema.ts';
import type { UserRow } from '../accounts/schema.ts';
import { isNotified, personSchema } from '../accounts/service.ts';
import type { Pusher } from './push.ts';
import { notifications } from './schema.ts';
import type { NotificationRow } from './schema.ts';
import type { Executor, Tx } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { json } from '../../platform/http/response-schema.ts';
import type { JsonSchema } from '../../platform/http/response-schema.ts';
import type { Events, Outbox } from '../../platform/outbox/outbox.ts';
import { defineTopic } from '../../platform/outbox/topic.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

/**
 * Stands in a notification's texts for the name of who did what it tells of. The name itself is put in when somebody reads
 * it: so it is the present one after a change of name, and nothing is left of it when its owner deletes the account.
 */
export const ACTOR_PLACEHOLDER = '\uFFFC';

/** A text of a notification with the name in its place. */
const withActor = (text: string, name: string): string => text.replaceAll(ACTOR_PLACEHOLDER, () => name);

/** What people wrote, within a text of a notification: what stands for a name there is not for people to write. */
export const stripPlaceholder = (written: string): string => written.replaceAll(ACTOR_PLACEHOLDER, ' ');

/** In quotes all around what is quoted already, or quotes of its own. */
const [WHOLE, DOUBLE] = [/^["“”„«](.*)["“”„»]$/u, /["“”„«»]/gu];

/** Somebody's title within a sentence: in one pair of quotes, whatever quotes it has of its own. */
export function quoteTitle(title: string): string {
  const written = stripPlaceholder(title).trim();
  const [, within] = WHOLE.exec(written) ?? [];
  const isPair = within !== undefined && within.match(DOUBLE) === null;
  return `"${(isPair ? within : written).replaceAll(DOUBLE, "'")}"`;
}

const ONE_MESSAGE = `New message from ${ACTOR_PLACEHOLDER}`;
/** What follows the number of several. */
export const MORE_MESSAGES = ` new messages from ${ACTOR_PLACEHOLDER}`;

/** The title of a notification of so many messages. */
export const messagesTitle = (count: number): string => (count === 1 ? ONE_MESSAGE : `${count}${MORE_MESSAGES}`);

/** A notification, with the name and the picture that who did what it tells of has now; null where nobody did it, or the account is gone. */
export interface NotificationWithActor {
  notification: Omit<NotificationRow, 'userId' | 'count' | 'sharedBy'>;
  actorName: string | null;
  actorImage: string | null;
}

/** Who did what a notification tells of, while there is such an account: for a left join. */
export const isActor = and(eq(users.id, notifications.actorId), isNull(users.deletedAt));

/** A notification as its owner sees it. */
export function presentNotification({ notification, actorName, actorImage }: NotificationWithActor): Notification {
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
  read: json.boolean,
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

/** Adds that somebody has read all that there were. One that was stored meanwhile is still counted. */
export async function addAllRead(db: Executor, events: Events, userId: string): Promise<void> {
  events.add(notificationsRead, { userId, ids: null }, { userId, ids: null, unreadCount: await countUnread(db, userId) });
}

/** What people are to be told. */
interface NotificationContent {
  /** Who did what it tells of: the texts say `ACTOR` instead of the name. Null where they name nobody. */
  actor: Pick<UserRow, 'id' | 'name' | 'image'> | null;
  type: NotificationType;
  title: string;
  message: string;
  /** What follows the number in the title of several that share one notification; undefined: the title of the last stands. */
  groupTitleSuffix?: string;
  problemId?: string;
  conversationId?: string;
  moduleId?: string;
}

/** A notification, and whose it is. */
interface AddressedNotification {
  userId: string;
  notification: Notification;
}

/** Somebody has a new notification, or one has grown: their pages show it. */
const notified = defineTopic<{ id: string }, AddressedNotification>('notified');
/** The same for their devices. */
export const pushed = defineTopic<{ id: string }, AddressedNotification>('pushed');
/** Somebody has read notifications; `ids` null: all. */
const notificationsRead = defineTopic<
  { userId: string; ids: string[] | null },
  { userId: string; ids: string[] | null; unreadCount: number }
>('notifications-read');

/** What news are about. */
interface Subject extends Pick<NotificationContent, 'type' | 'moduleId' | 'problemId'> {
  conversationId?: string | undefined;
  actor?: NotificationContent['actor'];
}

/**
 * What somebody's unread notification is shared by: its type, and the conversation or module that it is about, whoever did it; else its
 * problem, and who did it.
 */
export const buildGroupKey = ({ type, conversationId, moduleId, problemId, actor }: Subject): string =>
  [type, conversationId ?? moduleId ?? `${problemId} ${actor?.id ?? 'nobody'}`].join(' ').toLowerCase();

/** Somebody's unread notification that news of this subject add to. */
export const isUnread = (userId: string, subject: Subject) =>
  and(eq(notifications.userId, userId), eq(notifications.sharedBy, buildGroupKey(subject)), eq(notifications.read, false));

/**
 * Stores what people are told, as SQL after a query `news`, which has a row for each of them. An unread one that is shared by the same
 * is told anew, by the last news: it counts them, and its title says how many where `more` says what follows the number. What is
 * shared by nothing (null) stands alone. In one order, as all that is locked many at a time.
 */
export const UPSERT_NOTIFICATION = `
  INSERT INTO notifications (id, user_id, actor_id, type, title, message, problem_id, conversation_id, module_id, shared_by, created_at)
  SELECT id, user_id, actor_id, type, title, message, problem_id, conversation_id, module_id, shared_by, created_at FROM news
  ORDER BY user_id
  ON CONFLICT (user_id, shared_by) WHERE NOT read DO UPDATE SET
    count = notifications.count + 1,
    title = coalesce((notifications.count + 1)::text || (SELECT more FROM news LIMIT 1), excluded.title),
    message = excluded.message,
    actor_id = excluded.actor_id,
    created_at = excluded.created_at
  RETURNING id, user_id, title`;

/** Stores notifications for users whom the actor may reach (product 4.24). Their pages and devices receive them after the commit. @param by what it is shared by, if anything */
async function storeNotifications(tx: Tx, events: Events, userIds: string[], news: NotificationContent, by: string | null): Promise<void> {
  const { actor, type, title, message, groupTitleSuffix = null, problemId = null, conversationId = null, moduleId = null } = news;
  const [createdAt, actorId] = [new Date(), actor?.id ?? null];
  const { rows } = await tx.execute<{ id: string; user_id: string; title: string }>(sql`
    WITH news AS (
      SELECT id, user_id, ${actorId}::uuid AS actor_id, ${type}::text AS type, ${title}::text AS title, ${message}::text AS message,
        ${problemId}::uuid AS problem_id, ${conversationId}::uuid AS conversation_id, ${moduleId}::uuid AS module_id,
        ${by}::text AS shared_by, ${createdAt.toISOString()}::timestamptz AS created_at, ${groupTitleSuffix}::text AS more
      FROM unnest(${sql.param(userIds.map(() => newId()))}::uuid[], ${sql.param(userIds)}::uuid[]) AS told (id, user_id)
      WHERE ${isNotified(type, actorId, sql`told.user_id`)}
    ) ${sql.raw(UPSERT_NOTIFICATION)}`);
  const told = { actorId, type, message, read: false, createdAt, problemId, conversationId, moduleId };
  const person = { actorName: actor?.name ?? null, actorImage: actor?.image ?? null };
  for (const { id, user_id: userId, title: its } of rows) {
    const notification = presentNotification({ notification: { ...told, id, title: its }, ...person });
    for (const topic of [notified, pushed]) events.add(topic, { id }, { userId, notification });
  }
}

/** Tells somebody, in the transaction of what it is about: both are there, or neither. */
export const notify = (tx: Tx, events: Events, { userId, ...news }: NotificationContent & { userId: string }): Promise<void> =>
  storeNotifications(tx, events, [userId], news, null);

/** So many people are told in one statement. */
const BATCH_SIZE = 1000;

type GroupContent = NotificationContent & { userIds: string[] };

async function storeForMany(tx: Tx, events: Events, { userIds, ...news }: GroupContent, by: string | null): Promise<void> {
  const people = [...new Set(userIds)];
  for (let from = 0; from < people.length; from += BATCH_SIZE)
    await storeNotifications(tx, events, people.slice(from, from + BATCH_SIZE), news, by);
}

/** As `notify`, for many people in one statement. */
export const notifyAll = (tx: Tx, events: Events, news: GroupContent): Promise<void> => storeForMany(tx, events, news, null);

/** As `notifyAll`, of what happens again and again: whoever has not read of it yet has one notification of all (product 4.5). */
export const notifyGrouped = (tx: Tx, events: Events, news: GroupContent): Promise<void> =>
  storeForMany(tx, events, news, buildGroupKey(news));

/** One that its owner has not read meanwhile, as it is now. */
async function readUnread(db: Executor, { id }: { id: string }): Promise<AddressedNotification | undefined> {
  const unread = and(eq(notifications.id, id), eq(notifications.read, false));
  const [found] = await selectNotifications(db).where(unread);
  return found && { userId: found.notification.userId, notification: presentNotification(found) };
}

/** Lets pages and devices hear of notifications. @param pusher undefined: push is off */
export function registerNotificationSubscribers(
  outbox: Outbox,
  realtime: Pick<Realtime, 'toUser'>,
  pusher: Pusher | undefined,
): void {
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
