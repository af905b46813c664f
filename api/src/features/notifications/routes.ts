import type { PageQuery } from '@solvent/contracts';
import { pageQueryRules } from '@solvent/contracts/rules/paging';
import { doneResponse, notificationResponse, notificationsResponse } from '@solvent/contracts/schemas';
import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import { requireCaller } from '../accounts/index.ts';
import type { Deps } from './deps.ts';
import type { App, Feature } from '../../platform/http/app.ts';
import { notifications, users } from '../../schema/index.ts';
import {
  addAllRead,
  addRead,
  countUnread,
  deleteOldNotifications,
  presentNotification,
  isActor,
  selectNotifications,
} from './service.ts';
import type { NotificationWithActor } from './service.ts';
import type { Executor, Tx } from '../../platform/db/connect.ts';
import { nestedRows, ONE_ROW } from '../../platform/db/nested-rows.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { buildPaging } from '../../platform/http/paging.ts';
import { idParams } from '../../platform/http/params.ts';
import type { Events } from '../../platform/outbox/outbox.ts';

/** One statement, so that a concurrently stored notification is either both listed and counted or neither. */
async function listNotifications(
  db: Executor,
  userId: string,
  { page, limit }: PageQuery,
): Promise<{ rows: NotificationWithActor[]; total: number; unreadCount: number }> {
  const isTheirs = eq(notifications.userId, userId);
  const rows = nestedRows(
    { notification: getTableColumns(notifications), actorName: users.name, actorImage: users.image },
    (column) =>
      db
        .select(column)
        .from(notifications)
        .leftJoin(users, isActor)
        .where(isTheirs)
        .orderBy(desc(notifications.createdAt), desc(notifications.id))
        .limit(limit)
        .offset((page - 1) * limit),
  );
  const total = db.$count(notifications, isTheirs);
  const [found] = await db.select({ rows, total, unreadCount: countUnread(db, userId) }).from(ONE_ROW);
  return found ?? { rows: [], total: 0, unreadCount: 0 };
}

const isUnreadBy = (userId: string) => and(eq(notifications.userId, userId), eq(notifications.read, false));

async function markRead(tx: Tx, events: Events, userId: string, id: string): Promise<NotificationWithActor | undefined> {
  const own = eq(notifications.id, id);
  const marked = await tx
    .update(notifications)
    .set({ read: true })
    .where(and(own, isUnreadBy(userId)))
    .returning({ id: notifications.id });
  await addRead(tx, events, userId, marked);
  const [found] = await selectNotifications(tx).where(and(own, eq(notifications.userId, userId)));
  return found;
}

async function markAllRead(tx: Tx, events: Events, userId: string): Promise<void> {
  await tx.update(notifications).set({ read: true }).where(isUnreadBy(userId));
  await addAllRead(tx, events, userId);
}

async function clearNotifications(tx: Tx, events: Events, userId: string): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.userId, userId));
  await addAllRead(tx, events, userId);
}

const access = 'signed-in';
const config = { access, limit: 'reading' } as const;
const tags = ['notifications'];

function listRoute(app: App, { db }: Deps): void {
  const schema = { tags, querystring: pageQueryRules, response: { 200: notificationsResponse } };
  app.get('/notifications', { config: { access }, schema }, async (request) => {
    const { user } = requireCaller(request);
    const { rows, total, unreadCount } = await listNotifications(db, user.id, request.query);
    return { notifications: rows.map(presentNotification), unreadCount, ...buildPaging(request.query, total) };
  });
}

/** `url` with and without /read: both mark it as read (product 7.9). */
function readRoute(app: App, { transact }: Deps, url: string): void {
  const schema = { tags, params: idParams, response: { 200: notificationResponse } };
  app.put(url, { config, schema }, async (request) => {
    const { user } = requireCaller(request);
    const row = await transact((tx, events) => markRead(tx, events, user.id, request.params.id));
    if (!row) throw notFound('This notification');
    return { notification: presentNotification(row) };
  });
}

function wholeListRoutes(app: App, { transact }: Deps): void {
  const schema = { tags, response: { 200: doneResponse } };
  app.put('/notifications/read-all', { config, schema }, async (request) => {
    const { user } = requireCaller(request);
    await transact((tx, events) => markAllRead(tx, events, user.id));
    return {};
  });
  app.delete('/notifications/clear-all', { config, schema }, async (request) => {
    const { user } = requireCaller(request);
    await transact((tx, events) => clearNotifications(tx, events, user.id));
    return {};
  });
}

/** The caller's notifications (product 7.9). */
export const notificationsFeature: Feature<Deps> = (app, deps) => {
  listRoute(app, deps);
  readRoute(app, deps, '/notifications/:id');
  readRoute(app, deps, '/notifications/:id/read');
  wholeListRoutes(app, deps);
  deps.jobs.hourly('old notifications', () => deleteOldNotifications(deps.db));
};
