import { pageQueryRules } from '@solvent/contracts/rules';
import { signedIn } from '../../access/access.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import type { App, Feature } from '../../feature.ts';
import { doneSchema } from '../../platform/http/answer-schema.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { idParams } from '../../platform/http/params.ts';
import { countUnread } from './tell-read.ts';
import { presentNotification } from './presenter.ts';
import { clearNotifications, countNotifications, listNotifications, markAllRead, markRead } from './repository.ts';
import { notificationAnswer, notificationsAnswer } from './schemas.ts';

const access = 'signed-in';
const config = { access, limit: 'reading' } as const;
const tags = ['notifications'];

function listRoute(app: App, { db }: Deps): void {
  const schema = { tags, querystring: pageQueryRules, response: { 200: notificationsAnswer } };
  app.get('/notifications', { config: { access }, schema }, async (request) => {
    const { user } = signedIn(request);
    const total = await countNotifications(db, user.id);
    const rows = await listNotifications(db, user.id, request.query);
    const unreadCount = await countUnread(db, user.id);
    return { notifications: rows.map(presentNotification), unreadCount, ...pagingOf(request.query, total) };
  });
}

/** The specification leaves open whether the call ends in /read: both are the same call. */
function readRoute(app: App, { transact }: Deps, url: string): void {
  const schema = { tags, params: idParams, response: { 200: notificationAnswer } };
  app.put(url, { config, schema }, async (request) => {
    const { user } = signedIn(request);
    const row = await transact((tx, events) => markRead(tx, events, user.id, request.params.id));
    if (!row) throw notFound('This notification');
    return { notification: presentNotification(row) };
  });
}

function wholeListRoutes(app: App, { transact }: Deps): void {
  const schema = { tags, response: { 200: doneSchema } };
  app.put('/notifications/read-all', { config, schema }, async (request) => {
    const { user } = signedIn(request);
    await transact((tx, events) => markAllRead(tx, events, user.id));
    return {};
  });
  app.delete('/notifications/clear-all', { config, schema }, async (request) => {
    const { user } = signedIn(request);
    await transact((tx, events) => clearNotifications(tx, events, user.id));
    return {};
  });
}

/** Notifications (api "Endpoints", /notifications): everybody's own and nobody else's. */
export const notificationsFeature: Feature = (app, deps) => {
  listRoute(app, deps);
  readRoute(app, deps, '/notifications/:id');
  readRoute(app, deps, '/notifications/:id/read');
  wholeListRoutes(app, deps);
};
