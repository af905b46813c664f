import { eq } from 'drizzle-orm';
import { sessions, users } from '../schema.ts';
import type { UserRow } from '../schema.ts';
import { TEST_PASSWORD, testPasswords } from '../../../testing/factories.ts';
import { idTokenFor } from '../../../testing/fake-identity.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { signUpAs, userIn } from '../../../testing/accounts.ts';

let test: TestApp;
/** What the server alone decides, by the names of the wire and of the tables. */
let owned: Record<string, unknown>;
beforeAll(async () => {
  test = await createTestApp();
  const other = await test.user();
  owned = {
    _id: other.id,
    id: other.id,
    user: { _id: other.id, role: 'solver' },
    userId: other.id,
    sessionId: other.id,
    isEmailVerified: true,
    emailVerified: true,
    createdAt: '2001-01-01T00:00:00.000Z',
    memberSince: '2001-01-01T00:00:00.000Z',
    deletedAt: '2001-01-01T00:00:00.000Z',
    expiresAt: '2099-01-01T00:00:00.000Z',
    passwordHash: await testPasswords.hash('the attacker’s own'),
    tokenHash: 'x',
    token: 'x',
    bio: 'x',
    headline: 'x',
    image: 'https://evil.example/x.png',
    stats: { rating: 5 },
    __proto__x: { admin: true },
    admin: true,
  };
});
afterAll(() => test.close());

const rowOf = async (id: string) => (await test.db.select().from(users).where(eq(users.id, id)))[0];

/** What a person is, but for what the call is there to change. */
function expectOwn(row: UserRow | undefined, expected: Partial<UserRow>): void {
  expect(row).toMatchObject({ deletedAt: null, bio: '', headline: '', image: null, ...expected });
  expect(row?.id).not.toBe(owned['_id']);
  expect(row?.createdAt.getFullYear()).toBeGreaterThan(2001);
  expect(row?.passwordHash).not.toBe(owned['passwordHash']);
}

async function ask(method: 'POST' | 'PUT', url: string, payload: object, as?: Awaited<ReturnType<TestApp['signedIn']>>) {
  const { status, body } = await test.ask(method, url, { payload: { ...owned, ...payload }, as });
  expect([200, 201]).toContain(status);
  return body;
}

describe('fields that the server owns have no effect in', () => {
  it('POST /api/auth/signup and /api/auth/verify-email', async () => {
    const email = 'new@example.com';
    const { user, headers } = await signUpAs(test, email, owned);
    expect(user).toMatchObject({ isEmailVerified: false, role: 'seeker', bio: '', image: null });
    const payload = { ...owned, idToken: idTokenFor(email), role: 'solver', email: 'other@example.com', name: 'Other' };
    const { body } = await test.ask('POST', '/api/auth/verify-email', { payload, headers });
    expect(userIn(body)._id).toBe(user._id);
    expectOwn(await rowOf(user._id), { email, name: 'Ada', role: 'seeker' });
  });

  it('POST /api/auth/login', async () => {
    const user = await test.user();
    const body = await ask('POST', '/api/auth/login', { email: user.email, password: TEST_PASSWORD, role: 'solver', name: 'X' });
    expect(userIn(body)).toMatchObject({ _id: user.id, role: 'seeker' });
    expect(await rowOf(user.id)).toEqual(user);
    const [session] = await test.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(session?.tokenHash).not.toBe('x');
    expect(session?.expiresAt.getFullYear()).toBeLessThan(2099);
  });

  it('POST /api/auth/login of an address that is not proven', async () => {
    await signUpAs(test, 'waiting@example.com');
    const body = await ask('POST', '/api/auth/login', { email: 'waiting@example.com', password: 'difference-engine' });
    expect(userIn(body).isEmailVerified).toBe(false);
    expect(userIn(body)).not.toHaveProperty('token');
  });

  it('POST /api/auth/social-auth', async () => {
    const social = { type: 'google', id: 'mass-1' } as const;
    const email = 'popup@example.com';
    const named = { email, socialId: social.id, socialType: social.type, name: 'Grace' };
    const signUp = { ...named, socialMethod: 'signup', role: 'seeker', idToken: idTokenFor(email, true, social) };
    const { _id } = userIn(await ask('POST', '/api/auth/social-auth', signUp));
    expectOwn(await rowOf(_id), { email, name: 'Grace', role: 'seeker', passwordHash: null });

    const before = await rowOf(_id);
    const idToken = idTokenFor(email, true, social);
    await ask('POST', '/api/auth/social-auth', { ...named, socialMethod: 'login', role: 'solver', name: 'Other', idToken });
    expect(await rowOf(_id)).toEqual(before);
  });

  it('POST /api/auth/social-auth of an address that the provider does not vouch for', async () => {
    const social = { type: 'github', id: 'mass-2' } as const;
    const email = 'unproven@example.com';
    const named = { email, socialId: social.id, socialType: social.type, name: 'Grace', socialMethod: 'signup', role: 'seeker' };
    const body = await ask('POST', '/api/auth/social-auth', { ...named, idToken: idTokenFor(email, false, social) });
    expect(userIn(body).isEmailVerified).toBe(false);
    expect(await rowOf(userIn(body)._id)).toBeUndefined();
  });

  it('POST /api/auth/reset-password', async () => {
    const user = await test.user();
    const payload = {
      idToken: idTokenFor(user.email),
      password: 'correct-horse-battery-9',
      email: 'x@example.com',
      role: 'solver',
    };
    expect(userIn(await ask('POST', '/api/auth/reset-password', payload))._id).toBe(user.id);
    expectOwn(await rowOf(user.id), { email: user.email, role: 'seeker', name: user.name, createdAt: user.createdAt });
  });

  it('PUT /api/auth/password', async () => {
    const caller = await test.signedIn('seeker');
    const { user } = caller;
    const payload = {
      currentPassword: TEST_PASSWORD,
      password: 'correct-horse-battery-9',
      email: 'x@example.com',
      role: 'solver',
    };
    expect(userIn(await ask('PUT', '/api/auth/password', payload, caller)).role).toBe('seeker');
    expectOwn(await rowOf(user.id), { email: user.email, role: 'seeker', name: user.name, createdAt: user.createdAt });
  });

  it('PUT /api/auth/switch-role, which changes the role and areas alone', async () => {
    const caller = await test.signedIn('seeker');
    await ask('PUT', '/api/auth/switch-role', { expertiseAreas: ['Go'], name: 'X', email: 'x@example.com' }, caller);
    expect(await rowOf(caller.user.id)).toEqual({ ...caller.user, role: 'solver', expertiseAreas: ['Go'] });
  });

  it('PUT /api/auth/device-token', async () => {
    const caller = await test.signedIn('seeker');
    await ask('PUT', '/api/auth/device-token', { deviceToken: 'mass-device', role: 'solver', email: 'x@example.com' }, caller);
    expect(await rowOf(caller.user.id)).toEqual(caller.user);
    const kept = await test.db.select().from(sessions).where(eq(sessions.deviceToken, 'mass-device'));
    expect(kept.map(({ userId }) => userId)).toEqual([caller.user.id]);
    expect(kept[0]?.expiresAt.getFullYear()).toBeLessThan(2099);
  });
});
