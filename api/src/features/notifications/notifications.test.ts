import { randomUUID } from 'node:crypto';
import type { Notification } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { HOUR_MS } from '../../platform/durations.ts';
import { notifications } from '../../schema/index.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { setUpEach } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { testOutbox } from '../../testing/test-outbox.ts';
import { MESSAGES_TITLE_SUFFIX, messagesTitle, notifyGrouped } from './service.ts';

const test = setUpTestApp();
const owner = setUpEach(() => test.signedIn('seeker'));
const other = setUpEach(() => test.signedIn('solver'));

/** Stores notifications a minute apart, newest first. */
async function addNotifications(caller: TestCaller, titles: string[], read = false): Promise<string[]> {
  const rows = titles.map((title, index) => ({
    userId: caller.user.id,
    type: 'new_message' as const,
    title,
    message: 'Hello',
    read,
    conversationId: randomUUID(),
    createdAt: new Date(Date.now() - index * 60_000),
  }));
  const stored = await test.db.insert(notifications).values(rows).returning({ id: notifications.id });
  return stored.map(({ id }) => id);
}

async function list(caller: TestCaller, query = '') {
  const { status, body } = await test.request('GET', `/api/notifications${query}`, { as: caller });
  return { status, body, titles: ((body['notifications'] ?? []) as Notification[]).map(({ title }) => title) };
}

describe('GET /api/notifications (product 3.11, 7.9)', () => {
  it('lists the caller’s, newest first, with the unread count and paging; data has only existing ids', async () => {
    const [newest, older] = await addNotifications(owner, ['newest', 'older']);
    await addNotifications(owner, ['read'], true);
    await addNotifications(other, ['not mine']);
    const { status, body, titles } = await list(owner, '?limit=2');
    expect(status).toBe(200);
    expect(titles).toHaveLength(2);
    expect(titles).not.toContain('not mine');
    expect(body).toMatchObject({ unreadCount: 2, page: 1, limit: 2, totalPages: 2 });
    expect(await list(owner, '?page=9')).toMatchObject({ status: 200, titles: [], body: { totalPages: 1, unreadCount: 2 } });
    const all = (await list(owner)).body['notifications'];
    expect(all).toEqual(expect.arrayContaining([newest, older].map((_id) => expect.objectContaining({ _id }))));
    expect((await list(owner, '?unread=true')).titles).toEqual(['newest', 'older']);
    const about = { type: 'new_message', message: 'Hello', read: false, actor: null };
    expect(all).toContainEqual(expect.objectContaining({ ...about, data: { conversationId: expect.any(String) } }));
  });
});

describe('reading (product 4.5, 6.8, 7.9)', () => {
  it.each(['', '/read'])('PUT /api/notifications/:id%s marks one as read', async (ending) => {
    const [id] = await addNotifications(owner, ['one', 'two']);
    expect(await test.request('PUT', `/api/notifications/${id}${ending}`, { as: owner })).toMatchObject({
      status: 200,
      body: { notification: { _id: id, read: true } },
    });
    expect((await list(owner)).body).toMatchObject({ unreadCount: 1 });
  });

  it('is 404 for another user’s, a missing one and an invalid id', async () => {
    const [id] = await addNotifications(owner, ['mine']);
    for (const missing of [id, randomUUID(), 'no-id'])
      expect((await test.request('PUT', `/api/notifications/${missing}/read`, { as: other })).status).toBe(404);
    expect((await list(owner)).body).toMatchObject({ unreadCount: 1 });
  });

  it('marks all of the caller’s as read', async () => {
    await addNotifications(owner, ['one', 'two']);
    await addNotifications(other, ['theirs']);
    expect((await test.request('PUT', '/api/notifications/read-all', { as: owner })).body).toEqual({ status: true });
    expect((await list(owner)).body).toMatchObject({ unreadCount: 0 });
    expect((await list(other)).body).toMatchObject({ unreadCount: 1 });
  });
});

describe('clearing (product 4.38, 6.8)', () => {
  const change = (method: 'PUT' | 'DELETE', path: string) => test.request(method, `/api/notifications/${path}`, { as: owner });

  it('removes only the caller’s', async () => {
    await addNotifications(owner, ['one', 'two']);
    await addNotifications(other, ['theirs']);
    expect((await test.request('DELETE', '/api/notifications/clear-all', { as: owner })).body).toEqual({ status: true });
    expect((await list(owner)).titles).toEqual([]);
    expect((await list(other)).titles).toEqual(['theirs']);
  });

  it('can be undone for an hour: restores what was cleared last, read or not', async () => {
    await addNotifications(owner, ['cleared before']);
    await change('DELETE', 'clear-all');
    await addNotifications(owner, ['one', 'two']);
    await addNotifications(owner, ['read'], true);
    await change('DELETE', 'clear-all');
    expect((await list(owner)).body).toMatchObject({ notifications: [], unreadCount: 0, totalPages: 1 });
    expect((await change('PUT', 'restore-cleared')).body).toEqual({ status: true });
    const restored = await list(owner);
    expect(restored.titles.toSorted()).toEqual(['one', 'read', 'two']);
    expect(restored.body).toMatchObject({ unreadCount: 2 });
    await change('DELETE', 'clear-all');
    const hourAgo = new Date(Date.now() - HOUR_MS - 1000);
    await test.db.update(notifications).set({ clearedAt: hourAgo }).where(eq(notifications.userId, owner.user.id));
    await test.runJobs();
    expect((await change('PUT', 'restore-cleared')).status).toBe(404);
    expect((await list(owner)).titles).toEqual([]);
  });

  it('does not hide a later notification of the same group, which counts from 1', async () => {
    const actor = { id: other.user.id, name: other.user.name, image: null };
    const content = { actor, type: 'new_message' as const, message: 'Hi', conversationId: randomUUID() };
    const message = { ...content, userIds: [owner.user.id] };
    const { transact } = testOutbox(test.db);
    const send = () =>
      transact((tx, events) =>
        notifyGrouped(tx, events, { ...message, title: messagesTitle(1), groupTitleSuffix: MESSAGES_TITLE_SUFFIX }),
      );
    await send();
    await send();
    expect((await list(owner)).titles).toEqual([expect.stringMatching(/^2 new messages/)]);
    await change('DELETE', 'clear-all');
    await send();
    expect(await list(owner)).toMatchObject({ titles: [expect.stringMatching(/^New message/)], body: { unreadCount: 1 } });
  });
});
