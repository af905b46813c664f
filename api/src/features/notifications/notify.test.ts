import { and, eq, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { DELETED_PERSON_NAME } from '@solvent/contracts';
import { testOutbox } from '../../testing/test-outbox.ts';
import { getField } from '../../testing/get-field.ts';
import { setUpEach } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { notifications, users } from '../../schema/index.ts';
import { ACTOR_PLACEHOLDER, notify, quoteTitle, buildGroupKey, upsertNotifications } from './service.ts';
import { createConversation, send } from '../../testing/chat.ts';
import { migrationStatement } from '../../testing/migrations.ts';
import { buildModule } from '../../testing/modules.ts';
import { signIn } from '../../testing/factories.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { received, setUpTestSockets } from '../../testing/sockets.ts';

const test = setUpTestApp();

const CONTENT = { type: 'new_bid', title: 'New bid', message: 'You have a bid of $100', actor: null } as const;

const listNotifications = async (as: TestCaller): Promise<unknown[]> =>
  getField(await test.request('GET', '/api/notifications', { as }), 'notifications');

describe('a title in a sentence', () => {
  it.each([
    ['Our importer loses rows', '"Our importer loses rows"'],
    ['Users see "undefined"', `"Users see 'undefined'"`],
    ['"It works" on my machine', `"'It works' on my machine"`],
    ['"Maximum call stack"', '"Maximum call stack"'],
    ['“Out of memory” in „Chrome“', `"'Out of memory' in 'Chrome'"`],
    ["It doesn't start", `"It doesn't start"`],
    ['"', `"'"`],
  ])('has one pair of quotes: %s', (title, sentence) => {
    expect(quoteTitle(title)).toBe(sentence);
  });
});

describe('upsertNotifications', () => {
  const upsert = async (userIds: string[], groupKey: string | null) => {
    const { rows } = await test.db.execute(
      upsertNotifications({
        id: sql`gen_random_uuid()`,
        userId: sql`recipient.id`,
        type: 'new_bid',
        title: 'New bid',
        message: 'Hello',
        actorId: null,
        problemId: null,
        conversationId: null,
        moduleId: null,
        groupKey,
        groupTitleSuffix: ' new bids',
        createdAt: sql`now()`,
        from: sql`unnest(${sql.param(userIds)}::uuid[]) AS recipient (id)`,
      }),
    );
    return rows;
  };

  it('stores one notification for each row, and counts in an unread one of the group', async () => {
    const [one, other] = [await test.user(), await test.user()];
    const [first] = await upsert([one.id], 'group');
    expect(first).toEqual({ id: expect.any(String), user_id: one.id, title: 'New bid' });
    const second = await upsert([one.id, other.id], 'group');
    expect(second).toHaveLength(2);
    expect(second).toContainEqual({ ...first, title: '2 new bids' });
    expect(second).toContainEqual({ id: expect.any(String), user_id: other.id, title: 'New bid' });
  });

  it('without a group key always stores another one', async () => {
    const user = await test.user();
    const stored = [...(await upsert([user.id], null)), ...(await upsert([user.id], null))];
    expect(stored.map((row) => row['title'])).toEqual(['New bid', 'New bid']);
  });
});

describe('notify', () => {
  it('stores the notification, and emits it only to the recipient after the commit', async () => {
    const { transact, emitted } = testOutbox(test.db);
    const caller = await test.signedIn('seeker');
    await transact(async (tx, events) => {
      await notify(tx, events, { userId: caller.user.id, ...CONTENT });
      expect(emitted).toEqual([]);
    });
    const [notification, ...others] = await listNotifications(caller);
    expect(notification).toMatchObject({ ...CONTENT, read: false, data: {} });
    expect(others).toEqual([]);
    expect(emitted).toEqual([[caller.user.id, 'notification', notification]]);
  });

  it.each(['Diego', '$& %_.* \\1'])('shows the actor’s current name, or none after the account is deleted: %s', async (name) => {
    const { transact, emitted } = testOutbox(test.db);
    const caller = await test.signedIn('seeker');
    const actor = await test.user({ name });
    const change = (values: Partial<typeof users.$inferInsert>) =>
      test.db.update(users).set(values).where(eq(users.id, actor.id));
    const texts = {
      type: 'new_message',
      title: `New message from ${ACTOR_PLACEHOLDER}`,
      message: `${ACTOR_PLACEHOLDER}: ${name}`,
    } as const;
    const shownAs = (now: string) => ({ title: `New message from ${now}`, message: `${now}: ${name}` });
    await transact((tx, events) => notify(tx, events, { userId: caller.user.id, actor, ...texts }));
    expect(emitted[0]?.[2]).toMatchObject({ ...shownAs(name), actor: { _id: actor.id, name, image: null } });

    await change({ name: 'Grace' });
    expect(await listNotifications(caller)).toMatchObject([{ ...shownAs('Grace'), actor: { _id: actor.id, name: 'Grace' } }]);
    await change({ name: DELETED_PERSON_NAME, deletedAt: new Date() });
    expect(await listNotifications(caller)).toMatchObject([{ ...shownAs(DELETED_PERSON_NAME), actor: null }]);
  });

  it('stores and emits nothing if the transaction is rolled back', async () => {
    const { transact, emitted } = testOutbox(test.db);
    const { id } = await test.user();
    const attempt = transact(async (tx, events) => {
      await notify(tx, events, { userId: id, ...CONTENT });
      throw new Error('second thoughts');
    });
    await expect(attempt).rejects.toThrow('second thoughts');
    expect(await test.db.$count(notifications, eq(notifications.userId, id))).toBe(0);
    expect(emitted).toEqual([]);
  });
});

describe('the migration of unread notifications to group keys', () => {
  const migrate = () => test.db.execute(sql.raw(migrationStatement('UPDATE "notifications"')));

  it('lets a notification of messages continue counting', async () => {
    const { seeker, solver, id } = await createConversation(test);
    await send(test, seeker, { conversationId: id });
    await test.db.update(notifications).set({ sharedBy: null }).where(eq(notifications.userId, solver.user.id));
    await migrate();
    await send(test, seeker, { conversationId: id });
    expect(await listNotifications(solver)).toMatchObject([{ title: `2 new messages from ${seeker.user.name}` }]);
  });

  it('groups unread notifications of modules, but not read and ungrouped ones', async () => {
    const author = await test.signedIn('solver');
    const { id: moduleId } = await buildModule(test, author);
    const shared = { userId: author.user.id, title: 'New sale', message: 'Sold.', createdAt: new Date() };
    await test.db.insert(notifications).values([
      { ...shared, type: 'module_sold', moduleId },
      { ...shared, type: 'module_sold', moduleId, read: true },
      { ...shared, type: 'bid_accepted', conversationId: randomUUID() },
    ]);
    await migrate();
    const ofAuthor = eq(notifications.userId, author.user.id);
    const isGrouped = eq(notifications.sharedBy, buildGroupKey({ type: 'module_sold', moduleId }));
    expect(await test.db.$count(notifications, and(ofAuthor, isGrouped))).toBe(1);
    expect(await test.db.$count(notifications, and(ofAuthor, isNull(notifications.sharedBy)))).toBe(2);
  });
});

describe('every tab of a user receives', () => {
  const sockets = setUpTestSockets(test);
  const owner = setUpEach(() => test.signedIn('seeker'));

  async function addNotifications(count: number): Promise<string[]> {
    const { actor: _actor, ...content } = CONTENT;
    const rows = Array.from({ length: count }, () => ({ ...content, userId: owner.user.id, createdAt: new Date() }));
    const stored = await test.db.insert(notifications).values(rows).returning({ id: notifications.id });
    return stored.map(({ id }) => id);
  }

  const read = (id = '') => test.request('PUT', `/api/notifications/${id}/read`, { as: owner });

  async function recordReads(act: () => Promise<unknown>): Promise<unknown[]> {
    const tabs = [await sockets.connectAs(owner), await sockets.connectAs(await signIn(test.db, owner.user))];
    const emitted = Promise.all(tabs.map((tab) => received(tab, 'notifications_read')));
    await act();
    return emitted;
  }

  it('the id of a read notification and the unread count, once', async () => {
    const [first, second] = await addNotifications(3);
    const change = { ids: [first], unreadCount: 2 };
    expect(await recordReads(() => read(first))).toEqual([change, change]);
    const next = { ids: [second], unreadCount: 1 };
    expect(await recordReads(() => read(first).then(() => read(second)))).toEqual([next, next]);
  });

  it.each([
    ['PUT', '/api/notifications/read-all'],
    ['DELETE', '/api/notifications/clear-all'],
  ] as const)('the unread count after %s %s, with a concurrently stored one', async (method, url) => {
    await addNotifications(1);
    const { type, title, message } = CONTENT;
    await test.db.execute(
      sql.raw(`CREATE FUNCTION store_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO notifications (id, user_id, type, title, message, created_at)
        VALUES ('${randomUUID()}', '${owner.user.id}', '${type}', '${title}', '${message}', now());
        RETURN NULL; END $$;
        CREATE TRIGGER concurrent_insert AFTER UPDATE ON notifications FOR EACH STATEMENT EXECUTE FUNCTION store_one()`),
    );
    const change = { ids: null, unreadCount: 1 };
    const changes = await recordReads(() => test.request(method, url, { as: owner }));
    await test.db.execute(sql`DROP FUNCTION store_one CASCADE`);
    expect(changes).toEqual([change, change]);
  });

  it.each([
    ['PUT', '/api/notifications/read-all'],
    ['DELETE', '/api/notifications/clear-all'],
  ] as const)('an unread count of zero after %s %s', async (method, url) => {
    await addNotifications(3);
    const change = { ids: null, unreadCount: 0 };
    expect(await recordReads(() => test.request(method, url, { as: owner }))).toEqual([change, change]);
  });
});
