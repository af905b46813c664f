import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { io } from 'socket.io-client';
import { SOCKET } from '@solvent/contracts';
import { socialIdentities, users } from '../schema.ts';
import { signIn, TEST_PASSWORD } from '../../../testing/factories.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { idTokenFor } from '../../../testing/fake-identity.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const remove = (as: TestCaller | undefined, payload: object) => test.ask('POST', '/api/auth/delete-account', { as, payload });

async function isDeleted({ user }: TestCaller): Promise<boolean> {
  const [row] = await test.db.select().from(users).where(eq(users.id, user.id));
  return row?.deletedAt !== null;
}

/** Somebody who signs in with GitHub alone. */
async function withGitHub(): Promise<{ caller: TestCaller; idToken: string }> {
  const caller = await test.signedIn('seeker', { passwordHash: null });
  const socialId = `github-${caller.user.id}`;
  await test.db.insert(socialIdentities).values({ type: 'github', socialId, userId: caller.user.id });
  return { caller, idToken: idTokenFor('address-there@example.com', true, { type: 'github', id: socialId }) };
}

describe('POST /api/auth/delete-account with a password (product 2.14, 7.2)', () => {
  it('deletes the account, and no other', async () => {
    const [caller, other] = [await test.signedIn('seeker'), await test.signedIn('seeker')];
    const { status, body } = await remove(caller, { password: TEST_PASSWORD });
    expect(status).toBe(200);
    expect(body).toEqual({ status: true });
    expect([await isDeleted(caller), await isDeleted(other)]).toEqual([true, false]);
  });

  it.each([
    ['a wrong one', { password: 'wrong' }, { password: 'The password is wrong.' }],
    ['none', {}, { password: 'Please enter your password to delete the account.' }],
    ['an empty one', { password: '' }, { password: 'Please enter your password to delete the account.' }],
    ['one that is too long', { password: 'x'.repeat(1025) }, { password: 'Password is too long' }],
  ])('refuses %s, and stays signed in', async (_what, payload, errors) => {
    const caller = await test.signedIn('seeker');
    const { status, body } = await remove(caller, payload);
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'invalid', errors });
    expect((await test.ask('GET', '/api/auth/profile', { as: caller })).status).toBe(200);
  });

  it('takes no sign-in of GitHub for the password', async () => {
    const { caller, idToken } = await withGitHub();
    const withBoth = await test.signedIn('seeker');
    await test.db.update(socialIdentities).set({ userId: withBoth.user.id }).where(eq(socialIdentities.userId, caller.user.id));
    expect((await remove(withBoth, { idToken })).body).toMatchObject({ errors: { password: expect.any(String) } });
    expect(await isDeleted(withBoth)).toBe(false);
  });

  it('counts wrong ones with those of signing in', async () => {
    const strict = await createTestApp({ config: { rateLimitFactor: 1 } });
    const as = await strict.signedIn('seeker');
    const wrong = { as, payload: { password: 'wrong' } };
    for (let tries = 0; tries < 5; tries += 1) await strict.ask('POST', '/api/auth/delete-account', wrong);
    const right = { as, payload: { password: TEST_PASSWORD } };
    expect(await strict.ask('POST', '/api/auth/delete-account', right)).toMatchObject({
      status: 429,
      body: { code: 'rate_limited' },
    });
    await strict.close();
  });

  it('is done once when it is asked for twice at once', async () => {
    const caller = await test.signedIn('seeker');
    const again = await signIn(test.db, caller.user);
    const answers = await Promise.all([caller, again].map((as) => remove(as, { password: TEST_PASSWORD })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
  });

  it('signs out every open page of the person', async () => {
    const caller = await test.signedIn('seeker');
    const other = await signIn(test.db, caller.user);
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    // A TCP server's address is an object.
    const { port } = test.app.server.address() as AddressInfo;
    const options = { path: SOCKET.path, transports: ['websocket'], auth: { token: other.token }, reconnection: false };
    const socket = io(`http://127.0.0.1:${port}`, options);
    await new Promise<void>((resolve) => {
      socket.once('connect', resolve);
    });
    const revoked = new Promise<void>((resolve) => {
      socket.once('session_revoked', resolve);
    });
    await remove(caller, { password: TEST_PASSWORD });
    expect(await revoked).toBeUndefined();
    socket.disconnect();
  });
});

describe('POST /api/auth/delete-account without a password', () => {
  it('takes a fresh sign-in of the linked account', async () => {
    const { caller, idToken } = await withGitHub();
    expect((await remove(caller, { idToken })).status).toBe(200);
    expect(await isDeleted(caller)).toBe(true);
  });

  it('says what is missing, whatever password is sent', async () => {
    const { caller } = await withGitHub();
    const { status, body } = await remove(caller, { password: TEST_PASSWORD });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      errors: { idToken: 'Please sign in with GitHub or Google once more to delete the account.' },
    });
  });

  it.each([
    ['forged', () => 'forged'],
    ['of an e-mail link', (email: string) => idTokenFor(email)],
    ['of somebody else’s account', (email: string) => idTokenFor(email, true, { type: 'github', id: 'of-another' })],
    ['of another provider', (email: string, id: string) => idTokenFor(email, true, { type: 'google', id: `github-${id}` })],
  ])('refuses one that is %s, and stays signed in', async (_what, tokenOf) => {
    const { caller } = await withGitHub();
    const { status, body } = await remove(caller, { idToken: tokenOf(caller.user.email, caller.user.id) });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'invalid', errors: { idToken: expect.stringMatching(/\.$/) } });
    expect((await test.ask('GET', '/api/auth/profile', { as: caller })).status).toBe(200);
  });

  it('refuses one that was used', async () => {
    const { caller, idToken } = await withGitHub();
    const again = await signIn(test.db, caller.user);
    const answers = await Promise.all([caller, again].map((as) => remove(as, { idToken })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status === 422 || status === 401)).toHaveLength(1);
  });

  it('is done once when it is asked for twice at once, with a fresh sign-in each', async () => {
    const { caller, idToken } = await withGitHub();
    const other = idTokenFor('address-there@example.com', true, { type: 'github', id: `github-${caller.user.id}` });
    const answers = await Promise.all([idToken, other].map((token) => remove(caller, { idToken: token })));
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(answers.map(({ status }) => status).filter((status) => status === 401 || status === 422)).toHaveLength(1);
  });
});
