import { eq, sql } from 'drizzle-orm';
import type { SessionSummary } from '@solvent/contracts';
import { sessions } from '../schema.ts';
import { signIn, TEST_PASSWORD } from '../../../testing/factories.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { countStatements } from '../../../testing/statements.ts';
import { isSignedIn, logIn } from '../../../testing/accounts.ts';
import { connect, listen, waitUntilRevoked } from '../../../testing/sign-in-sockets.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const areIn = (...callers: TestCaller[]) => Promise.all(callers.map((caller) => isSignedIn(test, caller)));

async function list(as: TestCaller): Promise<SessionSummary[]> {
  const { status, body } = await test.request('GET', '/api/auth/sessions', { as });
  expect(status).toBe(200);
  // The answer's schema says so.
  return body['sessions'] as SessionSummary[];
}

const changeSessionsOf = ({ user }: TestCaller, values: { lastUsedAt?: Date; expiresAt?: Date }) =>
  test.db.update(sessions).set(values).where(eq(sessions.userId, user.id));

describe('sessions (product 6.8, 7.2, 9.12)', () => {
  describe('POST /api/auth/logout', () => {
    it('ends this session and no other, also with the empty JSON body that clients send', async () => {
      const here = await test.signedIn('seeker');
      const there = await signIn(test.db, here.user);
      const headers = { ...here.headers, 'content-type': 'application/json' };
      expect((await test.request('POST', '/api/auth/logout', { headers })).status).toBe(200);
      expect(await areIn(here, there)).toEqual([false, true]);
    });

    it('lets the browser forget what it was shown, and keep what it has of its own: theme, drafts, messages that wait', async () => {
      const { headers } = await test.request('POST', '/api/auth/logout', { as: await test.signedIn('seeker') });
      expect(headers['clear-site-data']).toBe('"cache"');
      const staying = await test.signedIn('seeker');
      expect((await test.request('GET', '/api/auth/sessions', { as: staying })).headers).not.toHaveProperty('clear-site-data');
      expect((await test.request('DELETE', '/api/auth/sessions', { as: staying })).headers['clear-site-data']).toBe('"cache"');
    });
  });

  describe('GET /api/auth/sessions', () => {
    it('lists the own live sessions and marks the one that asks', async () => {
      await test.signedIn('seeker');
      const over = await test.signedIn('seeker');
      await changeSessionsOf(over, { expiresAt: new Date(0) });
      const [here, there] = [await signIn(test.db, over.user), await signIn(test.db, over.user)];
      expect(await areIn(over, here, there)).toEqual([false, true, true]);
      const listed = await list(here);
      expect(listed).toHaveLength(2);
      expect(listed.filter(({ current }) => current)).toHaveLength(1);
    });

    it('notes when a session was used, at most every five minutes', async () => {
      const caller = await test.signedIn('seeker');
      await changeSessionsOf(caller, { lastUsedAt: new Date(0) });
      await list(caller);
      const noted = (await list(caller))[0]?.lastUsedAt;
      expect(Date.parse(noted ?? '')).toBeGreaterThan(0);
      expect((await list(caller))[0]?.lastUsedAt).toBe(noted);
    });

    it('notes it once, however many requests come meanwhile', async () => {
      const caller = await test.signedIn('seeker');
      await changeSessionsOf(caller, { lastUsedAt: new Date(0) });
      const count = countStatements(test.db);
      const asked = Array.from({ length: 10 }, () => count(() => list(caller)));
      const notes = (await Promise.all(asked)).flat().filter((text) => /^update "sessions"/i.test(text));
      expect(notes).toHaveLength(1);
    });

    it('answers where that cannot be noted, and tries it no more for a while', async () => {
      const caller = await test.signedIn('seeker');
      await changeSessionsOf(caller, { lastUsedAt: new Date(0) });
      await test.db.execute(sql`ALTER TABLE sessions ADD CONSTRAINT nothing CHECK (last_used_at < '2000-01-01') NOT VALID`);
      const noted = (await list(caller))[0]?.lastUsedAt;
      await test.db.execute(sql`ALTER TABLE sessions DROP CONSTRAINT nothing`);
      expect(noted).toBe(new Date(0).toISOString());
    });

    it('does not wait for whoever has the session in hand', async () => {
      const caller = await test.signedIn('seeker');
      await changeSessionsOf(caller, { lastUsedAt: new Date(0) });
      // The embedded database has one connection: nobody could look meanwhile.
      if (test.db.$client.options.max === 1) return;
      await test.db.transaction(async (tx) => {
        await tx.select().from(sessions).where(eq(sessions.userId, caller.user.id)).for('update');
        expect((await list(caller))[0]?.lastUsedAt).toBe(new Date(0).toISOString());
      });
    });
  });

  describe('DELETE /api/auth/sessions', () => {
    it('ends one session, or all of them, and nobody else’s', async () => {
      const here = await test.signedIn('seeker');
      const [there, other] = [await signIn(test.db, here.user), await test.signedIn('seeker')];
      const ended = (await list(here)).find(({ current }) => !current);
      expect((await test.request('DELETE', `/api/auth/sessions/${ended?._id}`, { as: here })).status).toBe(200);
      expect(await areIn(here, there, other)).toEqual([true, false, true]);
      const again = await signIn(test.db, here.user);
      expect((await test.request('DELETE', '/api/auth/sessions', { as: here })).status).toBe(200);
      expect(await areIn(here, again, other)).toEqual([false, false, true]);
    });

    it("answers 404 for somebody else's session, a missing one and no id, and ends none", async () => {
      const caller = await test.signedIn('seeker');
      const victim = await test.signedIn('seeker');
      const foreign = (await list(victim))[0]?._id ?? '';
      for (const id of [foreign, '00000000-0000-7000-8000-000000000000', 'x'])
        expect((await test.request('DELETE', `/api/auth/sessions/${id}`, { as: caller })).status).toBe(404);
      expect(await isSignedIn(test, victim)).toBe(true);
    });
  });

  it('nothing is left of a session 30 days after its start, though its person never comes back (/privacy)', async () => {
    const { user } = await test.signedIn('seeker');
    await signIn(test.db, user);
    const [over, kept] = await test.db.select().from(sessions).where(eq(sessions.userId, user.id));
    const expiresAt = new Date(Date.now() - 1000);
    await test.db
      .update(sessions)
      .set({ expiresAt })
      .where(eq(sessions.id, over?.id ?? ''));
    await test.runJobs();
    const left = await test.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, user.id));
    expect(left).toEqual([{ id: kept?.id }]);
  });

  it('are twenty of a person at most: the oldest ends, and its page is notified (product 9.12)', async () => {
    const address = await listen(test);
    const oldest = await test.signedIn('seeker');
    const second = await signIn(test.db, oldest.user);
    const stranger = await test.signedIn('seeker');
    const { email } = oldest.user;
    for (let count = 2; count < 20; count += 1) expect((await logIn(test, email, TEST_PASSWORD)).status).toBe(200);
    expect(await areIn(oldest, second)).toEqual([true, true]);
    const [page, other] = await Promise.all([connect(address, oldest.token), connect(address, second.token)]);
    const told = waitUntilRevoked(page);
    expect((await logIn(test, email, TEST_PASSWORD)).status).toBe(200);
    await told;
    expect(await areIn(oldest, second, stranger)).toEqual([false, true, true]);
    expect(other.connected).toBe(true);
    other.disconnect();
    expect(await list(second)).toHaveLength(20);
  });
});
