import { eq } from 'drizzle-orm';
import type { SessionSummary } from '@solvent/contracts';
import { sessions, socialIdentities } from '../schema.ts';
import { signIn, TEST_PASSWORD } from '../../../testing/factories.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { createSessions } from './sessions.ts';
import { unheard } from '../../../testing/unheard.ts';
import { connect, listen, revoked } from '../../../testing/sign-in-sockets.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('sessions (product 6.8, 7.2, 9.12)', () => {
  const isIn = async (caller: TestCaller) => (await test.ask('GET', '/api/auth/profile', { as: caller })).status === 200;

  async function list(caller: TestCaller): Promise<SessionSummary[]> {
    const { status, body } = await test.ask('GET', '/api/auth/sessions', { as: caller });
    expect(status).toBe(200);
    // The answer's schema says so.
    return body['sessions'] as SessionSummary[];
  }

  describe('POST /api/auth/logout', () => {
    it('ends this session and no other', async () => {
      const here = await test.signedIn('seeker');
      const there = await signIn(test.db, here.user);
      expect(await test.ask('POST', '/api/auth/logout', { as: here })).toMatchObject({ status: 200, body: { status: true } });
      expect(await isIn(here)).toBe(false);
      expect(await isIn(there)).toBe(true);
    });

    it('lets the browser forget what it was shown, and keep what it has of its own: theme, drafts, messages that wait', async () => {
      const { headers } = await test.ask('POST', '/api/auth/logout', { as: await test.signedIn('seeker') });
      expect(headers['clear-site-data']).toBe('"cache"');
      const staying = await test.signedIn('seeker');
      expect((await test.ask('GET', '/api/auth/sessions', { as: staying })).headers).not.toHaveProperty('clear-site-data');
      expect((await test.ask('DELETE', '/api/auth/sessions', { as: staying })).headers['clear-site-data']).toBe('"cache"');
    });

    it('takes the empty JSON body that clients send', async () => {
      const caller = await test.signedIn('seeker');
      const headers = { ...caller.headers, 'content-type': 'application/json' };
      expect((await test.ask('POST', '/api/auth/logout', { headers })).status).toBe(200);
    });
  });

  describe('GET /api/auth/sessions', () => {
    it('lists the own live sessions and marks the one that asks', async () => {
      await test.signedIn('seeker');
      const here = await test.signedIn('seeker');
      await signIn(test.db, here.user);
      const listed = await list(here);
      expect(listed).toHaveLength(2);
      expect(listed.filter(({ current }) => current)).toHaveLength(1);
      expect(Object.keys(listed[0] ?? {}).toSorted()).toEqual(['_id', 'createdAt', 'current', 'lastUsedAt', 'userAgent']);
    });

    it('notes when a session was used, at most every five minutes', async () => {
      const caller = await test.signedIn('seeker');
      await test.db
        .update(sessions)
        .set({ lastUsedAt: new Date(0) })
        .where(eq(sessions.userId, caller.user.id));
      await list(caller);
      const noted = (await list(caller))[0]?.lastUsedAt;
      expect(Date.parse(noted ?? '')).toBeGreaterThan(0);
      expect((await list(caller))[0]?.lastUsedAt).toBe(noted);
    });

    it('refuses a session that ran out', async () => {
      const caller = await test.signedIn('seeker');
      await test.db
        .update(sessions)
        .set({ expiresAt: new Date(0) })
        .where(eq(sessions.userId, caller.user.id));
      expect((await test.ask('GET', '/api/auth/sessions', { as: caller })).status).toBe(401);
    });
  });

  describe('DELETE /api/auth/sessions', () => {
    it('ends one session', async () => {
      const here = await test.signedIn('seeker');
      const there = await signIn(test.db, here.user);
      const other = (await list(here)).find(({ current }) => !current);
      expect((await test.ask('DELETE', `/api/auth/sessions/${other?._id}`, { as: here })).status).toBe(200);
      expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    });

    it("answers 404 for somebody else's session, a missing one and no id, and ends none", async () => {
      const caller = await test.signedIn('seeker');
      const victim = await test.signedIn('seeker');
      const foreign = (await list(victim))[0]?._id ?? '';
      for (const id of [foreign, '00000000-0000-7000-8000-000000000000', 'x']) {
        expect((await test.ask('DELETE', `/api/auth/sessions/${id}`, { as: caller })).status).toBe(404);
      }
      expect(await isIn(victim)).toBe(true);
    });

    it('ends all of them, and nobody else’s', async () => {
      const here = await test.signedIn('seeker');
      const there = await signIn(test.db, here.user);
      const other = await test.signedIn('seeker');
      expect((await test.ask('DELETE', '/api/auth/sessions', { as: here })).status).toBe(200);
      expect([await isIn(here), await isIn(there), await isIn(other)]).toEqual([false, false, true]);
    });
  });

  it('nothing is left of a session 30 days after its start, though its person never comes back (/privacy)', async () => {
    const { user } = await test.signedIn('seeker');
    await signIn(test.db, user);
    const [over] = await test.db.select().from(sessions).where(eq(sessions.userId, user.id));
    await test.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(sessions.id, over?.id ?? ''));
    await test.doJobs();
    const left = await test.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, user.id));
    expect(left).toHaveLength(1);
    expect(left).not.toContainEqual({ id: over?.id });
  });
});

describe('ways to sign in', () => {
  describe('GET /api/auth/sign-in-methods', () => {
    it('tells a password', async () => {
      const { status, body } = await test.ask('GET', '/api/auth/sign-in-methods', { as: await test.signedIn('seeker') });
      expect(status).toBe(200);
      expect(body).toEqual({ status: true, methods: { password: true, github: false, google: false } });
    });

    it.each(['github', 'google'] as const)('tells %s, and whose it is stays with the server', async (type) => {
      const caller = await test.signedIn('solver', { passwordHash: null });
      await test.db.insert(socialIdentities).values({ type, socialId: `id-at-${type}`, userId: caller.user.id });
      const { body } = await test.ask('GET', '/api/auth/sign-in-methods', { as: caller });
      expect(body).toEqual({ status: true, methods: { password: false, github: false, google: false, [type]: true } });
    });
  });
});

describe('many sessions', () => {
  let address: string;
  beforeAll(async () => {
    address = await listen(test);
  });

  const isIn = async (as: TestCaller) => (await test.ask('GET', '/api/auth/profile', { as })).status === 200;
  const logIn = ({ user }: TestCaller) =>
    test.ask('POST', '/api/auth/login', { payload: { email: user.email, password: TEST_PASSWORD } });

  async function sessionsOf(as: TestCaller): Promise<SessionSummary[]> {
    // The answer's schema says so.
    return (await test.ask('GET', '/api/auth/sessions', { as })).body['sessions'] as SessionSummary[];
  }

  it('a person has twenty sessions at most: the oldest ends, and its page is notified (product 9.12)', async () => {
    const oldest = await test.signedIn('seeker');
    const second = await signIn(test.db, oldest.user);
    const stranger = await test.signedIn('seeker');
    for (let count = 2; count < 20; count += 1) expect((await logIn(oldest)).status).toBe(200);
    expect([await isIn(oldest), await isIn(second)]).toEqual([true, true]);
    const [page, other] = await Promise.all([connect(address, oldest.token), connect(address, second.token)]);
    const told = revoked(page);
    expect((await logIn(oldest)).status).toBe(200);
    await told;
    expect([await isIn(oldest), await isIn(second), await isIn(stranger)]).toEqual([false, true, true]);
    expect(other.connected).toBe(true);
    other.disconnect();
    expect(await sessionsOf(second)).toHaveLength(20);
  });

  it('a person has twenty sessions at most when sixty sign in at once, however they do', async () => {
    const { user } = await test.signedIn('seeker');
    const store = createSessions(test.db);
    const started = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 === 0
          ? test.db.transaction((tx) => store.start(tx, unheard, user.id, { userAgent: 'Test' }))
          : logIn({ user, token: '', headers: { authorization: '' } }),
      ),
    );
    expect(started).toHaveLength(60);
    expect(await store.list(user.id)).toHaveLength(20);
  });
});
