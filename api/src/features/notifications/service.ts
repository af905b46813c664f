import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { Notification, NotificationType } from '@solvent/contracts';
import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { notifications, users } from '../../schema/index.ts';
import type { NotificationRow, UserRow } from '../../schema/index.ts';
import { isNotified } from '../accounts/index.ts';
import type { Pusher } from './push.ts';
import type { Db, Executor, Tx } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';
import type { Events, Outbox } from '../../platform/outbox/outbox.ts';
import { defineTopic } from '../../platform/outbox/topic.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import type { Platform } from '../../platform/platform.ts';

/** Replaces the actor's name in stored texts, so that readers see the current name, or none after the account is deleted. */
export const ACTOR_PLACEHOLDER = '\uFFFC';

const withActor = (text: string, name: string): string => text.replaceAll(ACTOR_PLACEHOLDER, () => name);

/** Replaces the placeholder in a text with a space. Use it for all text that users wrote. */
export const stripPlaceholder = (text: string): string => text.replaceAll(ACTOR_PLACEHOLDER, ' ');

const [QUOTED, DOUBLE_QUOTES] = [/^["“”„«](.*)["“”„»]$/u, /["“”„«»]/gu];

/** Quotes a title for use in a sentence. Quotes within it become single ones. */
export function quoteTitle(title: string): string {
  const text = stripPlaceholder(title).trim();
  const [, within] = QUOTED.exec(text) ?? [];
  const isPair = within !== undefined && within.match(DOUBLE_QUOTES) === null;
  return `"${(isPair ? within : text).replaceAll(DOUBLE_QUOTES, "'")}"`;
}

export const MESSAGES_TITLE_SUFFIX = ` new messages from ${ACTOR_PLACEHOLDER}`;

export const messagesTitle = (count: number): string =>
  count === 1 ? `New message from ${ACTOR_PLACEHOLDER}` : `${count}${MESSAGES_TITLE_SUFFIX}`;

/** A notification with its actor's current name and picture, which are null without an actor and after the account is deleted. */
export interface NotificationWithActor {
  notification: Omit<NotificationRow, 'userId' | 'count' | 'sharedBy' | 'clearedAt'>;
  actorName: string | null;
  actorImage: string | null;
}

export const isActor = and(eq(users.id, notifications.actorId), isNull(users.deletedAt));

export function presentNotification({ notification, actorName, actorImage }: NotificationWithActor): Notification {
  const { id, actorId, type, title, message, read, createdAt, problemId, conversationId, moduleId, path } = notification;
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
      ...(path ? { path } : {}),
    },
  };
}

/** Columns for {@link presentNotification}. */
export const NOTIFICATION_COLUMNS = {
  notification: getTableColumns(notifications),
  actorName: users.name,
  actorImage: users.image,
};

/** Selects {@link NOTIFICATION_COLUMNS}. Add conditions and an order. */
export const selectNotifications = (db: Executor) =>
  db.select(NOTIFICATION_COLUMNS).from(notifications).leftJoin(users, isActor).$dynamic();

const IS_UNREAD = and(eq(notifications.read, false), isNull(notifications.clearedAt));

export const isUnreadBy = (userId: string) => and(eq(notifications.userId, userId), IS_UNREAD);

/** Counts unread notifications. Await it, or use it as a column. */
export const countUnread = (db: Executor, userId: string) => db.$count(notifications, isUnreadBy(userId));

/** @param read null if all were read or deleted; concurrently stored ones stay in the unread count */
export async function addRead(db: Executor, events: Events, userId: string, read: { id: string }[] | null): Promise<void> {
  const ids = read && read.map(({ id }) => id);
  if (ids?.length !== 0) await publishUnreadCount(db, events, userId, ids);
}

/** @param ids of notifications that became read; null if all did */
async function publishUnreadCount(db: Executor, events: Events, userId: string, ids: string[] | null): Promise<void> {
  events.add(notificationsRead, { userId, ids }, { userId, ids, unreadCount: await countUnread(db, userId) });
}

/** Hides the list. */
export async function clearAll(tx: Tx, events: Events, userId: string): Promise<void> {
  const listed = and(eq(notifications.userId, userId), isNull(notifications.clearedAt));
  await tx.update(notifications).set({ clearedAt: new Date() }).where(listed);
  await publishUnreadCount(tx, events, userId, null);
}

/** Restores what was cleared last. @throws AppError `not_found` if it was deleted meanwhile */
export async function restoreCleared(tx: Tx, events: Events, userId: string): Promise<void> {
  const cleared = and(eq(notifications.userId, userId), isNotNull(notifications.clearedAt));
  const [last] = await tx
    .select({ clearedAt: notifications.clearedAt })
    .from(notifications)
    .where(cleared)
    .orderBy(desc(notifications.clearedAt))
    .limit(1);
  if (!last?.clearedAt) throw new AppError('not_found', 'These notifications were deleted.');
  await tx
    .update(notifications)
    .set({ clearedAt: null })
    .where(and(cleared, eq(notifications.clearedAt, last.clearedAt)));
  await publishUnreadCount(tx, events, userId, []);
}

interface NotificationContent {
  /** Texts contain {@link ACTOR_PLACEHOLDER} instead of the name. */
  actor: Pick<UserRow, 'id' | 'name' | 'image'> | null;
  type: NotificationType;
  title: string;
  message: string;
  /** Follows the count in the title of a grouped notification. Without it, the latest title is kept. */
  groupTitleSuffix?: string;
  problemId?: string;
  conversationId?: string;
  moduleId?: string;
  path?: string;
  /** Number of events that it reports. Default 1. */
  count?: number;
}

export interface AddressedNotification {
  userId: string;
  notification: Notification;
}

const notified = defineTopic<{ id: string }, AddressedNotification>('notified');
export const pushed = defineTopic<{ id: string }, AddressedNotification>('pushed');
type ReadNotifications = { userId: string; ids: string[] | null };
const notificationsRead = defineTopic<ReadNotifications, ReadNotifications & { unreadCount: number }>('notifications-read');

interface Subject extends Pick<NotificationContent, 'type' | 'moduleId' | 'problemId'> {
  conversationId?: string | undefined;
  actor?: NotificationContent['actor'];
}

/** Builds the key by which unread notifications are grouped: by type and conversation or module, otherwise by type, problem and actor. */
export const buildGroupKey = ({ type, conversationId, moduleId, problemId, actor }: Subject): string =>
  [type, conversationId ?? moduleId ?? `${problemId} ${actor?.id ?? 'nobody'}`].join(' ').toLowerCase();

/** Matches the user's unread notification of this group. */
export const isUnread = (userId: string, subject: Subject) =>
  and(isUnreadBy(userId), eq(notifications.sharedBy, buildGroupKey(subject)));

type NotificationColumn = Exclude<keyof NotificationRow, 'type' | 'read' | 'count' | 'sharedBy' | 'clearedAt' | 'path'>;

/** Columns of new notifications: values, or SQL for the rows of `from`, which are one per recipient. */
type NewNotifications = Record<NotificationColumn | 'groupKey' | 'groupTitleSuffix', SQLWrapper | string | null> & {
  type: NotificationType;
  path?: string | null;
  count?: number;
  from: SQL;
};

/**
 * SQL that inserts notifications and returns `id`, `user_id` and `title`; usable as a CTE. If the user has an unread notification
 * with the same group key, updates it and adds to its count instead; a cleared one starts again. A null key always inserts.
 * ORDER BY keeps the lock order consistent.
 */
export const upsertNotifications = ({ from, path = null, count = 1, ...row }: NewNotifications): SQL => sql`
  WITH new_notifications AS (
    SELECT ${row.id}::uuid AS id, ${row.userId}::uuid AS user_id, ${row.actorId}::uuid AS actor_id, ${row.type}::text AS type,
      ${row.title}::text AS title, ${row.message}::text AS message, ${row.problemId}::uuid AS problem_id,
      ${row.conversationId}::uuid AS conversation_id, ${row.moduleId}::uuid AS module_id, ${row.groupKey}::text AS shared_by,
      ${row.createdAt}::timestamptz AS created_at, ${path}::text AS path, ${count}::int AS count
    FROM ${from}
  )
  INSERT INTO notifications (id, user_id, actor_id, type, title, message, problem_id, conversation_id, module_id, shared_by, created_at,
    path, count)
  SELECT * FROM new_notifications ORDER BY user_id
  ON CONFLICT (user_id, shared_by) WHERE NOT read DO UPDATE SET
    count = CASE WHEN notifications.cleared_at IS NULL THEN notifications.count + excluded.count ELSE excluded.count END,
    title = CASE WHEN notifications.cleared_at IS NULL
      THEN coalesce((notifications.count + excluded.count)::text || ${row.groupTitleSuffix}::text, excluded.title) ELSE excluded.title END,
    cleared_at = NULL,
    message = excluded.message,
    actor_id = excluded.actor_id,
    created_at = excluded.created_at
  RETURNING id, user_id, title`;

type ContentForMany = NotificationContent & { userIds: string[] };

/** Stores notifications for users whom the actor may reach (product 4.24). Sockets and devices receive them after the commit. */
async function storeBatch(tx: Tx, events: Events, content: ContentForMany, groupKey: string | null): Promise<void> {
  const { userIds, actor, type, title, message, groupTitleSuffix = null } = content;
  const { problemId = null, conversationId = null, moduleId = null, path = null, count = 1 } = content;
  const [createdAt, actorId] = [new Date(), actor?.id ?? null];
  const about = { actorId, type, message, problemId, conversationId, moduleId, path };
  const row = { ...about, count, title, groupKey, groupTitleSuffix, createdAt: createdAt.toISOString() };
  const newIds = sql.param(userIds.map(() => newId()));
  const { rows } = await tx.execute<{ id: string; user_id: string; title: string }>(
    upsertNotifications({
      ...row,
      id: sql`recipient.id`,
      userId: sql`recipient.user_id`,
      from: sql`unnest(${newIds}::uuid[], ${sql.param(userIds)}::uuid[]) AS recipient (id, user_id)
        WHERE ${isNotified(type, actorId, sql`recipient.user_id`)}`,
    }),
  );
  const shared = { ...about, read: false, createdAt };
  const person = { actorName: actor?.name ?? null, actorImage: actor?.image ?? null };
  for (const { id, user_id: userId, title: storedTitle } of rows) {
    const notification = presentNotification({ notification: { ...shared, id, title: storedTitle }, ...person });
    for (const topic of [notified, pushed]) events.add(topic, { id }, { userId, notification });
  }
}

/** Maximum number of rows per statement, so that it takes much less than the statement timeout. */
const BATCH_SIZE = 1000;

export async function notifyAll(tx: Tx, events: Events, content: ContentForMany, groupKey: string | null = null): Promise<void> {
  const userIds = [...new Set(content.userIds)];
  for (let from = 0; from < userIds.length; from += BATCH_SIZE)
    await storeBatch(tx, events, { ...content, userIds: userIds.slice(from, from + BATCH_SIZE) }, groupKey);
}

export const notify = (tx: Tx, events: Events, { userId, ...content }: NotificationContent & { userId: string }): Promise<void> =>
  notifyAll(tx, events, { ...content, userIds: [userId] });

/** Adds to each recipient's unread notification of the same group, if there is one (product 4.5). */
export const notifyGrouped = (tx: Tx, events: Events, content: ContentForMany): Promise<void> =>
  notifyAll(tx, events, content, buildGroupKey(content));

async function findUnreadNotification(db: Executor, { id }: { id: string }): Promise<AddressedNotification | undefined> {
  const unread = and(eq(notifications.id, id), IS_UNREAD);
  const [found] = await selectNotifications(db).where(unread);
  return found && { userId: found.notification.userId, notification: presentNotification(found) };
}

/** @param pusher undefined if push is off */
export function registerNotificationSubscribers(
  outbox: Outbox,
  realtime: Pick<Realtime, 'toUser'>,
  pusher: Pusher | undefined,
): void {
  outbox.subscribe(notified, {
    read: findUnreadNotification,
    deliver: ({ userId, notification }) => realtime.toUser(userId, 'notification', notification),
  });
  if (pusher !== undefined) outbox.subscribe(pushed, { read: findUnreadNotification, deliver: pusher });
  outbox.subscribe(notificationsRead, {
    read: async (db, { userId, ids }) => ({ userId, ids, unreadCount: await countUnread(db, userId) }),
    deliver: ({ userId, ...read }) => realtime.toUser(userId, 'notifications_read', read),
  });
}

/** Pairs of `read` and the days until such notifications are deleted. */
const RETENTION_DAYS = [
  [true, 90],
  [false, 365],
] as const;

/** Cleared notifications can be restored for an hour (product 4.38). */
export async function deleteCleared(db: Db): Promise<void> {
  await db.delete(notifications).where(lt(notifications.clearedAt, new Date(Date.now() - HOUR_MS)));
}

/** Skips rows locked by a concurrent update; the next run deletes them. */
export async function deleteOldNotifications(db: Db, batchSize = BATCH_SIZE): Promise<void> {
  for (const [read, days] of RETENTION_DAYS) {
    const before = new Date(Date.now() - days * DAY_MS).toISOString();
    const batch = sql`
      DELETE FROM ${notifications} WHERE id = ANY(ARRAY(
        SELECT id FROM ${notifications} WHERE read = ${read} AND created_at < ${before}::timestamptz
        LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
      ))`;
    while ((await db.execute(batch)).rowCount === batchSize);
  }
}

export type Deps = Pick<Platform, 'db' | 'jobs' | 'transact'>;
