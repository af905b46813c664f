import { eq } from 'drizzle-orm';
import { buildUser, ignoredEvents, signIn } from '../../../testing/factories.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { Database } from '../../../platform/db/database.ts';
import { sessions as sessionTable, users } from '../../../schema/index.ts';
import { createSessionStore, listSessions, startSession } from './sessions.ts';
import { hashToken, newToken } from '../../../platform/secrets/secrets.ts';
import { changePassword, createVerifiedUser, findUserByEmail, lockPassword } from './users.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const ada = { name: 'Ada', passwordHash: '', role: 'seeker' } as const;

describe('users', () => {
  it('have unique addresses: one of ten concurrent inserts succeeds', async () => {
    const attempts = Array.from({ length: 10 }, () => createVerifiedUser(database.db, { ...ada, email: 'one@example.com' }));
    const stored = (await Promise.all(attempts)).filter((user) => user !== undefined);
    expect(stored).toHaveLength(1);
  });

  it('get ids that sort by time', async () => {
    const first = await buildUser(database.db);
    const second = await buildUser(database.db);
    expect(first.id < second.id).toBe(true);
  });
});

describe('deleted accounts', () => {
  it('cannot be found by address, have no sessions and accept no new password', async () => {
    const { user, token } = await signIn(database.db, await buildUser(database.db));
    const sessions = createSessionStore(database.db);
    expect(await sessions.find(token)).not.toBeNull();
    await database.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, user.id));
    expect(await sessions.find(token)).toBeNull();
    expect(await findUserByEmail(database.db, user.email)).toBeUndefined();
    expect(await changePassword(database.db, user.id, { to: 'hash' })).toBeUndefined();
    expect(await database.db.transaction((tx) => lockPassword(tx, user))).toBe(false);
  });
});

describe('lockPassword', () => {
  it('fails if the password has changed since it was compared', async () => {
    const user = await buildUser(database.db);
    const social = await buildUser(database.db, { passwordHash: null });
    const lock = (row: typeof user) => database.db.transaction((tx) => lockPassword(tx, row));
    expect(await Promise.all([lock(user), lock(social)])).toEqual([true, true]);
    await changePassword(database.db, user.id, { to: 'another hash' });
    expect(await lock(user)).toBe(false);
  });
});

describe('tokens (product 11.5)', () => {
  it('are 256 random bits in base64url, unique, and stored as SHA-256', () => {
    const tokens = Array.from({ length: 100 }, newToken);
    expect(new Set(tokens).size).toBe(100);
    expect(tokens.every((token) => Buffer.from(token, 'base64url').length === 32 && /^[\w-]+$/.test(token))).toBe(true);
    expect(hashToken('token')).toBe('3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0');
  });
});

describe('sessions', () => {
  it('are deleted after they expire, when the user signs in again', async () => {
    const { user } = await signIn(database.db, await buildUser(database.db));
    await database.db
      .update(sessionTable)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessionTable.userId, user.id));
    await signIn(database.db, user);
    expect(await database.db.select().from(sessionTable).where(eq(sessionTable.userId, user.id))).toHaveLength(1);
  });

  it('last thirty days, and truncate the user agent', async () => {
    const { id } = await buildUser(database.db);
    for (const userAgent of ['x'.repeat(5000), undefined])
      await database.db.transaction((tx) => startSession(tx, ignoredEvents, id, { userAgent }));
    const listed = await listSessions(database.db, id);
    expect(listed.map(({ userAgent }) => userAgent.length).toSorted((one, other) => one - other)).toEqual([0, 300]);
    for (const { createdAt, expiresAt } of listed) expect(expiresAt.getTime() - createdAt.getTime()).toBe(30 * 24 * 3600 * 1000);
  });
});
