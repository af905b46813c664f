import type { TestCaller } from '../../testing/factories.ts';
import { signIn } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { notifications } from './schema.ts';
import { heard, openTestSockets } from '../../testing/sockets.ts';
import type { TestSockets } from '../../testing/sockets.ts';

let test: TestApp;
let sockets: TestSockets;
let owner: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
  sockets = await openTestSockets(test);
});
beforeEach(async () => {
  owner = await test.signedIn('seeker');
});
afterEach(() => sockets.disconnectAll());
afterAll(() => test.close());

async function given(count: number): Promise<string[]> {
  const told = { userId: owner.user.id, type: 'new_bid' as const, title: 'New bid', message: 'A bid', createdAt: new Date() };
  const stored = await test.db
    .insert(notifications)
    .values(Array.from({ length: count }, () => told))
    .returning({ id: notifications.id });
  return stored.map(({ id }) => id);
}

/** What every tab of the owner hears when they do so. */
async function heardWhen(act: () => Promise<unknown>): Promise<unknown[]> {
  const tabs = [await sockets.connected(owner), await sockets.connected(await signIn(test.db, owner.user))];
  const said = Promise.all(tabs.map((tab) => heard(tab, 'notifications_read')));
  await act();
  return said;
}

describe('every tab of a person hears', () => {
  it('which notification was read, and how many are left', async () => {
    const [id] = await given(3);
    const change = { ids: [id], unreadCount: 2 };
    expect(await heardWhen(() => test.ask('PUT', `/api/notifications/${id}/read`, { as: owner }))).toEqual([change, change]);
  });

  it.each([
    ['PUT', '/api/notifications/read-all'],
    ['DELETE', '/api/notifications/clear-all'],
  ] as const)('that none is unread after %s %s', async (method, url) => {
    await given(3);
    const change = { ids: null, unreadCount: 0 };
    expect(await heardWhen(() => test.ask(method, url, { as: owner }))).toEqual([change, change]);
  });

  it('nothing of one that was read before', async () => {
    const [first, second] = await given(2);
    await test.ask('PUT', `/api/notifications/${first}/read`, { as: owner });
    const said = await heardWhen(async () => {
      await test.ask('PUT', `/api/notifications/${first}/read`, { as: owner });
      await test.ask('PUT', `/api/notifications/${second}/read`, { as: owner });
    });
    expect(said[0]).toEqual({ ids: [second], unreadCount: 0 });
  });
});
