import { DELETED_PERSON_NAME } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { testOutbox } from '../../testing/test-outbox.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { notifications } from './schema.ts';
import { users } from '../accounts/schema.ts';
import { ACTOR, notify, quoted } from './service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

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
