import type { NotificationsQuery } from '@solvent/contracts/rules/paging';
import { notificationsQueryRules } from '@solvent/contracts/rules/paging';
import { doneResponse, notificationResponse, notificationsResponse } from '@solvent/contracts/schemas';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { requireCaller } from '../accounts/index.ts';
import type { Deps, NotificationWithActor } from './service.ts';
import type { Feature } from '../../platform/http/app.ts';
import { notifications, users } from '../../schema/index.ts';
import {
  addRead,
  clearAll,
  countUnread,
  deleteCleared,
  deleteOldNotifications,
  isActor,
  isUnreadBy,
  NOTIFICATION_COLUMNS,
  presentNotification,
  restoreCleared,
  selectNotifications,
} from './service.ts';
import type { Executor, Tx } from '../../platform/db/connect.ts';
import { nestedRows, ONE_ROW } from '../../platform/db/nested-rows.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { buildPaging } from '../../platform/http/paging.ts';
import { idParams } from '../../platform/http/params.ts';
import type { Events } from '../../platform/outbox/outbox.ts';

/** Lists notifications in one statement, so that a concurrently stored notification is either both listed and counted or neither. */
async function listNotifications(db: Executor, userId: string, { page, limit, unread }: NotificationsQuery) {
  const isListed = unread ? isUnreadBy(userId) : and(eq(notifications.userId, userId), isNull(notifications.clearedAt));
  const rows = nestedRows(NOTIFICATION_COLUMNS, (column) =>
    db
      .select(column)
      .from(notifications)
      .leftJoin(users, isActor)
      .where(isListed)
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(limit)
      .offset((page - 1) * limit),
  );
  const total = db.$count(notifications, isListed);
  const [found] = await db.select({ rows, total, unreadCount: countUnread(db, userId) }).from(ONE_ROW);
  return found ?? { rows: [], total: 0, unreadCount: 0 };
}

async function markRead(tx: Tx, events: Events, userId: string, id: string): Promise<NotificationWithActor | undefined> {
  const own = eq(notifications.id, id);
  const isUnread = and(own, isUnreadBy(userId));
  const marked = await tx.update(notifications).set({ read: true }).where(isUnread).returning({ id: notifications.id });
  await addRead(tx, events, userId, marked);
  const [found] = await selectNotifications(tx).where(and(own, eq(notifications.userId, userId)));
  return found;
}

/** The caller's notifications (product 7.9). */
export const notificationsFeature: Feature<Deps> = (app, { db, jobs, transact }) => {
  const access = 'signed-in';
  const config = { access, limit: 'reading' } as const;
  const tags = ['notifications'];

  const listed = { tags, querystring: notificationsQueryRules, response: { 200: notificationsResponse } };
  app.get('/notifications', { config: { access }, schema: listed }, async (request) => {
    const { user } = requireCaller(request);
    const { rows, total, unreadCount } = await listNotifications(db, user.id, request.query);
    return { notifications: rows.map(presentNotification), unreadCount, ...buildPaging(request.query, total) };
  });

  // Both mark it as read (product 7.9).
  for (const url of ['/notifications/:id', '/notifications/:id/read'] as const) {
    const schema = { tags, params: idParams, response: { 200: notificationResponse } };
    app.put(url, { config, schema }, async (request) => {
      const { user } = requireCaller(request);
      const row = await transact((tx, events) => markRead(tx, events, user.id, request.params.id));
      if (!row) throw notFound('This notification');
      return { notification: presentNotification(row) };
    });
  }

  const schema = { tags, response: { 200: doneResponse } };
  app.put('/notifications/read-all', { config, schema }, async (request) => {
    const { id } = requireCaller(request).user;
    await transact(async (tx, events) => {
      await tx.update(notifications).set({ read: true }).where(isUnreadBy(id));
      await addRead(tx, events, id, null);
    });
    return {};
  });

  app.delete('/notifications/clear-all', { config, schema }, async (request) => {
    const { id } = requireCaller(request).user;
    await transact((tx, events) => clearAll(tx, events, id));
    return {};
  });

  app.put('/notifications/restore-cleared', { config, schema }, async (request) => {
    const { id } = requireCaller(request).user;
    await transact((tx, events) => restoreCleared(tx, events, id));
    return {};
  });

  jobs.hourly('old notifications', async () => {
    await deleteCleared(db);
    await deleteOldNotifications(db);
  });
};
