import { eq, sql } from 'drizzle-orm';
import type { SessionSummary } from '@solvent/contracts';
import { sessions } from '../../../schema/index.ts';
import { signIn, TEST_PASSWORD } from '../../../testing/factories.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { recordStatements } from '../../../testing/statements.ts';
import { isSignedIn, logIn } from '../../../testing/accounts.ts';
import { connect, listen, waitUntilRevoked } from '../../../testing/sign-in-sockets.ts';

const test = setUpTestApp();

const areSignedIn = (...callers: TestCaller[]) => Promise.all(callers.map((caller) => isSignedIn(test, caller)));

async function list(as: TestCaller): Promise<SessionSummary[]> {
  const { status, body } = await test.request('GET', '/api/auth/sessions', { as });
  expect(status).toBe(200);
  // The response schema guarantees it.
  return body['sessions'] as SessionSummary[];
}

const updateSessions = ({ user }: TestCaller, values: { lastUsedAt?: Date; expiresAt?: Date }) =>
  test.db.update(sessions).set(values).where(eq(sessions.userId, user.id));

describe('sessions (product 6.8, 7.2, 9.12)', () => {
  describe('POST /api/auth/logout', () => {
    it('ends only this session, also with an empty JSON body', async () => {
      const here = await test.signedIn('seeker');
      const there = await signIn(test.db, here.user);
      const headers = { ...here.headers, 'content-type': 'application/json' };
      expect((await test.request('POST', '/api/auth/logout', { headers })).status).toBe(200);
      expect(await areSignedIn(here, there)).toEqual([false, true]);
    });

    it('clears the browser cache, but keeps its storage: theme, drafts, pending messages', async () => {
      const { headers } = await test.request('POST', '/api/auth/logout', { as: await test.signedIn('seeker') });
      expect(headers['clear-site-data']).toBe('"cache"');
      const staying = await test.signedIn('seeker');
      expect((await test.request('GET', '/api/auth/sessions', { as: staying })).headers).not.toHaveProperty('clear-site-data');
      expect((await test.request('DELETE', '/api/auth/sessions', { as: staying })).headers['clear-site-data']).toBe('"cache"');
    });
  });

  describe('GET /api/auth/sessions', () => {
    it('lists the own live sessions and marks the current one', async () => {
      await test.signedIn('seeker');
      const over = await test.signedIn('seeker');
      await updateSessions(over, { expiresAt: new Date(0) });
      const [here, there] = [await signIn(test.db, over.user), await signIn(test.db, over.user)];
      expect(await areSignedIn(over, here, there)).toEqual([false, true, true]);
      const listed = await list(here);
      expect(listed).toHaveLength(2);
      expect(listed.filter(({ current }) => current)).toHaveLength(1);
    });

    it('records the last use at most every five minutes', async () => {
      const caller = await test.signedIn('seeker');
      await updateSessions(caller, { lastUsedAt: new Date(0) });
      await list(caller);
      const recorded = (await list(caller))[0]?.lastUsedAt;
      expect(Date.parse(recorded ?? '')).toBeGreaterThan(0);
      expect((await list(caller))[0]?.lastUsedAt).toBe(recorded);
    });

    it('records the last use once for concurrent requests', async () => {
      const caller = await test.signedIn('seeker');
      await updateSessions(caller, { lastUsedAt: new Date(0) });
      const count = recordStatements(test.db);
      const requests = Array.from({ length: 10 }, () => count(() => list(caller)));
      const updates = (await Promise.all(requests)).flat().filter((text) => /^update "sessions"/i.test(text));
      expect(updates).toHaveLength(1);
    });

    it('succeeds if the last use cannot be recorded, and does not retry at once', async () => {
      const caller = await test.signedIn('seeker');
      await updateSessions(caller, { lastUsedAt: new Date(0) });
      await test.db.execute(sql`ALTER TABLE sessions ADD CONSTRAINT nothing CHECK (last_used_at < '2000-01-01') NOT VALID`);
      const recorded = (await list(caller))[0]?.lastUsedAt;
      await test.db.execute(sql`ALTER TABLE sessions DROP CONSTRAINT nothing`);
      expect(recorded).toBe(new Date(0).toISOString());
    });

    it('does not wait for a lock on the session', async () => {
      const caller = await test.signedIn('seeker');
      await updateSessions(caller, { lastUsedAt: new Date(0) });
      // The embedded database has one connection, so nothing can run concurrently.
      if (test.db.$client.options.max === 1) return;
      await test.db.transaction(async (tx) => {
        await tx.select().from(sessions).where(eq(sessions.userId, caller.user.id)).for('update');
        expect((await list(caller))[0]?.lastUsedAt).toBe(new Date(0).toISOString());
      });
    });
  });

  describe('DELETE /api/auth/sessions', () => {
    it('ends one or all sessions of the caller', async () => {
      const here = await test.signedIn('seeker');
      const [there, other] = [await signIn(test.db, here.user), await test.signedIn('seeker')];
      const ended = (await list(here)).find(({ current }) => !current);
      expect((await test.request('DELETE', `/api/auth/sessions/${ended?._id}`, { as: here })).status).toBe(200);
      expect(await areSignedIn(here, there, other)).toEqual([true, false, true]);
      const again = await signIn(test.db, here.user);
      expect((await test.request('DELETE', '/api/auth/sessions', { as: here })).status).toBe(200);
      expect(await areSignedIn(here, again, other)).toEqual([false, false, true]);
    });

    it("returns 404 for another user's session, a missing one and an invalid id", async () => {
      const caller = await test.signedIn('seeker');
      const victim = await test.signedIn('seeker');
      const foreign = (await list(victim))[0]?._id ?? '';
      for (const id of [foreign, '00000000-0000-7000-8000-000000000000', 'x'])
        expect((await test.request('DELETE', `/api/auth/sessions/${id}`, { as: caller })).status).toBe(404);
      expect(await isSignedIn(test, victim)).toBe(true);
    });
  });

  it('expire after 30 days and are deleted (/privacy)', async () => {
    const { user } = await test.signedIn('seeker');
    await signIn(test.db, user);
    const [expired, kept] = await test.db.select().from(sessions).where(eq(sessions.userId, user.id));
    const expiresAt = new Date(Date.now() - 1000);
    await test.db
      .update(sessions)
      .set({ expiresAt })
      .where(eq(sessions.id, expired?.id ?? ''));
    await test.runJobs();
    const remaining = await test.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, user.id));
    expect(remaining).toEqual([{ id: kept?.id }]);
  });

  it('are limited to twenty per user: the oldest ends and its socket disconnects (product 9.12)', async () => {
    const address = await listen(test);
    const oldest = await test.signedIn('seeker');
    const second = await signIn(test.db, oldest.user);
    const foreign = await test.signedIn('seeker');
    const { email } = oldest.user;
    for (let count = 2; count < 20; count += 1) expect((await logIn(test, email, TEST_PASSWORD)).status).toBe(200);
    expect(await areSignedIn(oldest, second)).toEqual([true, true]);
    const [page, other] = await Promise.all([connect(address, oldest.token), connect(address, second.token)]);
    const disconnected = waitUntilRevoked(page);
    expect((await logIn(test, email, TEST_PASSWORD)).status).toBe(200);
    await disconnected;
    expect(await areSignedIn(oldest, second, foreign)).toEqual([false, true, true]);
    expect(other.connected).toBe(true);
    other.disconnect();
    expect(await list(second)).toHaveLength(20);
  });
});
