import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { DELETED_PERSON_NAME } from '@solvent/contracts';
import { testOutbox } from '../../testing/test-outbox.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { notifications } from './schema.ts';
import { users } from '../accounts/schema.ts';
import { ACTOR, notify, quoted, sharedBy } from './service.ts';
import { pair, send } from '../../testing/chat.ts';
import { migrationStatement } from '../../testing/migrations.ts';
import { buildModule } from '../../testing/modules.ts';
import { signIn } from '../../testing/factories.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { heard, openTestSockets } from '../../testing/sockets.ts';
import type { TestSockets } from '../../testing/sockets.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('notify', () => {
  const told = { type: 'new_bid', title: 'New bid', message: 'You have a bid of $100', actor: null } as const;
  const { actor: _nobody, ...shown } = told;

  describe('a title in a sentence', () => {
    it.each([
      ['Our importer loses rows', '"Our importer loses rows"'],
      ['Users see "undefined"', `"Users see 'undefined'"`],
      ['"It works" on my machine', `"'It works' on my machine"`],
      ['"Maximum call stack"', '"Maximum call stack"'],
      ['“Out of memory” in „Chrome“', `"'Out of memory' in 'Chrome'"`],
      ["It doesn't start", `"It doesn't start"`],
      ['"', `"'"`],
    ])('stands in one pair of quotes: %s', (title, sentence) => {
      expect(quoted(title)).toBe(sentence);
    });
  });

  describe('notify', () => {
    it('stores the notification, and tells the person alone once it is committed', async () => {
      const { transact, said } = testOutbox(test.db);
      const { user, ...as } = await test.signedIn('seeker');
      await transact(async (tx, events) => {
        await notify(tx, events, { userId: user.id, ...told });
        expect(said).toEqual([]);
      });
      const { body } = await test.ask('GET', '/api/notifications', { as: { user, ...as } });
      expect(body).toMatchObject({ unreadCount: 1, notifications: [{ ...shown, read: false, data: {} }] });
      expect(said).toEqual([[user.id, 'notification', (body['notifications'] as unknown[])[0]]]);
    });

    it.each(['Diego', '$& %_.* \\1'])('says the name of who did it, as it is when it is read: %s', async (name) => {
      const { transact, said } = testOutbox(test.db);
      const { user, ...as } = await test.signedIn('seeker');
      const actor = await test.user({ name });
      const texts = { type: 'new_message', title: `New message from ${ACTOR}`, message: `${ACTOR}: ${name}` } as const;
      await transact((tx, events) => notify(tx, events, { userId: user.id, actor, ...texts }));
      expect(said[0]?.[2]).toMatchObject({ title: `New message from ${name}`, message: `${name}: ${name}` });

      await test.db.update(users).set({ name: 'Grace' }).where(eq(users.id, actor.id));
      const { body } = await test.ask('GET', '/api/notifications', { as: { user, ...as } });
      expect(body['notifications']).toMatchObject([{ title: 'New message from Grace', message: `Grace: ${name}` }]);
    });

    it('carries who did it, as they are when it is read; nobody once the account is gone', async () => {
      const { transact, said } = testOutbox(test.db);
      const { user, ...as } = await test.signedIn('seeker');
      const actor = await test.user({ name: 'Diego' });
      await transact((tx, events) => notify(tx, events, { ...told, userId: user.id, actor, message: `${ACTOR} bids` }));
      expect(said[0]?.[2]).toMatchObject({ actor: { _id: actor.id, name: 'Diego', image: null } });
      const read = async () => (await test.ask('GET', '/api/notifications', { as: { user, ...as } })).body['notifications'];

      await test.db.update(users).set({ name: 'Grace' }).where(eq(users.id, actor.id));
      expect(await read()).toMatchObject([{ actor: { _id: actor.id, name: 'Grace', image: null } }]);
      await test.db.update(users).set({ name: DELETED_PERSON_NAME, deletedAt: new Date() }).where(eq(users.id, actor.id));
      expect(await read()).toMatchObject([{ actor: null, message: `${DELETED_PERSON_NAME} bids` }]);
    });

    it('leaves nothing of a transaction that is rolled back', async () => {
      const { transact, said } = testOutbox(test.db);
      const { id } = await test.user();
      const attempt = transact(async (tx, events) => {
        await notify(tx, events, { userId: id, ...told });
        throw new Error('second thoughts');
      });
      await expect(attempt).rejects.toThrow('second thoughts');
      expect(await test.db.$count(notifications, eq(notifications.userId, id))).toBe(0);
      expect(said).toEqual([]);
    });
  });
});

describe('unread ones of earlier releases', () => {
  const MOVED = migrationStatement('UPDATE "notifications"');

  describe('an unread notification from before news were shared by one column', () => {
    it('of messages counts on', async () => {
      const { seeker, solver, id } = await pair(test);
      await send(test, seeker, { conversationId: id });
      await test.db.update(notifications).set({ sharedBy: null }).where(eq(notifications.userId, solver.user.id));
      await test.db.execute(sql.raw(MOVED));
      await send(test, seeker, { conversationId: id });
      const { body } = await test.ask('GET', '/api/notifications', { as: solver });
      expect(body['notifications']).toMatchObject([{ title: `2 new messages from ${seeker.user.name}` }]);
    });

    it('of a module is shared as the next one will be; what was read, and what stands alone, is left', async () => {
      const author = await test.signedIn('solver');
      const { id: moduleId } = await buildModule(test, author);
      const told = { userId: author.user.id, title: 'New sale', message: 'Sold.', createdAt: new Date() };
      await test.db.insert(notifications).values([
        { ...told, type: 'module_sold', moduleId },
        { ...told, type: 'module_sold', moduleId, read: true },
        { ...told, type: 'bid_accepted', conversationId: randomUUID() },
      ]);
      await test.db.execute(sql.raw(MOVED));
      const shared = await test.db.$count(notifications, eq(notifications.sharedBy, sharedBy({ type: 'module_sold', moduleId })));
      const alone = await test.db
        .select()
        .from(notifications)
        .where(sql`${notifications.userId} = ${author.user.id} AND ${notifications.sharedBy} IS NULL`);
      expect({ shared, alone: alone.length }).toEqual({ shared: 1, alone: 2 });
    });
  });
});

describe('live updates', () => {
  let sockets: TestSockets;
  let owner: TestCaller;
  beforeAll(async () => {
    sockets = await openTestSockets(test);
  });
  beforeEach(async () => {
    owner = await test.signedIn('seeker');
  });
  afterEach(() => sockets.disconnectAll());

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
});
