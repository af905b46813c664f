import { eq } from 'drizzle-orm';
import { socialIdentities, users } from '../../../schema/index.ts';
import { signIn, TEST_PASSWORD } from '../../../testing/factories.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { idTokenFor } from '../../../testing/fake-identity.ts';
import { isSignedIn, getSortedStatuses } from '../../../testing/accounts.ts';
import { connect, listen, waitUntilRevoked } from '../../../testing/sign-in-sockets.ts';
import { createTestApp, setUpTestApp } from '../../../testing/test-app.ts';

const test = setUpTestApp();

const remove = (as: TestCaller, payload: object) => test.request('POST', '/api/auth/delete-account', { as, payload });

async function isDeleted({ user }: TestCaller): Promise<boolean> {
  const [row] = await test.db.select().from(users).where(eq(users.id, user.id));
  return row?.deletedAt !== null;
}

const getGitHubAccount = ({ id }: { id: string }) => ({ type: 'github', id: `github-${id}` }) as const;
const signInWithGitHub = ({ user }: TestCaller) => idTokenFor(getGitHubAccount(user));

async function createGitHubUser(given: { passwordHash?: null } = { passwordHash: null }): Promise<TestCaller> {
  const caller = await test.signedIn('seeker', given);
  const { type, id: socialId } = getGitHubAccount(caller.user);
  await test.db.insert(socialIdentities).values({ type, socialId, userId: caller.user.id });
  return caller;
}

describe('POST /api/auth/delete-account with a password (product 2.14, 7.2)', () => {
  it('deletes only this account, and signs out all its open pages', async () => {
    const [caller, other] = [await test.signedIn('seeker'), await test.signedIn('seeker')];
    const elsewhere = await signIn(test.db, caller.user);
    const disconnected = waitUntilRevoked(await connect(await listen(test), elsewhere.token));
    expect((await remove(caller, { password: TEST_PASSWORD })).status).toBe(200);
    await disconnected;
    expect([await isDeleted(caller), await isDeleted(other)]).toEqual([true, false]);
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, { password: 'The password is wrong.' }],
    ['no password', {}, { password: 'Please enter your password to delete the account.' }],
    ['an empty password', { password: '' }, { password: 'Please enter your password to delete the account.' }],
  ])('rejects %s, and keeps the session', async (_what, payload, errors) => {
    const caller = await test.signedIn('seeker');
    expect(await remove(caller, payload)).toMatchObject({ status: 422, body: { code: 'invalid', errors } });
    expect(await isSignedIn(test, caller)).toBe(true);
  });

  it('does not accept a GitHub sign-in instead of the password', async () => {
    const caller = await createGitHubUser({});
    expect(await remove(caller, { idToken: signInWithGitHub(caller) })).toMatchObject({
      body: { errors: { password: expect.any(String) } },
    });
    expect(await isDeleted(caller)).toBe(false);
  });

  it('limits wrong passwords like sign-ins', async () => {
    const strict = await createTestApp({ config: { rateLimitFactor: 1 } });
    const as = await strict.signedIn('seeker');
    const tryWith = (password: string) => strict.request('POST', '/api/auth/delete-account', { as, payload: { password } });
    for (let tries = 0; tries < 5; tries += 1) await tryWith('wrong');
    expect((await tryWith(TEST_PASSWORD)).status).toBe(429);
    await strict.close();
  });

  it('succeeds once of two concurrent requests', async () => {
    const caller = await test.signedIn('seeker');
    const again = await signIn(test.db, caller.user);
    const responses = await Promise.all([caller, again].map((as) => remove(as, { password: TEST_PASSWORD })));
    expect(getSortedStatuses(responses)).toEqual([200, 401]);
  });
});

describe('POST /api/auth/delete-account without a password', () => {
  it('requires a fresh sign-in of a linked account, also if a password is sent', async () => {
    const caller = await createGitHubUser();
    expect(await remove(caller, { password: TEST_PASSWORD })).toMatchObject({
      status: 422,
      body: { errors: { idToken: 'Please sign in with GitHub or Google once more to delete the account.' } },
    });
    expect((await remove(caller, { idToken: signInWithGitHub(caller) })).status).toBe(200);
    expect(await isDeleted(caller)).toBe(true);
  });

  it.each([
    ['forged', () => 'forged'],
    ['of another user’s account', () => idTokenFor({ type: 'github', id: 'of-another' })],
    ['of another provider', (id: string) => idTokenFor({ type: 'google', id: `github-${id}` })],
  ])('rejects a token that is %s, and keeps the session', async (_what, createToken) => {
    const caller = await createGitHubUser();
    expect(await remove(caller, { idToken: createToken(caller.user.id) })).toMatchObject({
      status: 422,
      body: { code: 'invalid', errors: { idToken: expect.stringMatching(/\.$/) } },
    });
    expect(await isSignedIn(test, caller)).toBe(true);
  });

  it.each([
    ['one sign-in', (idToken: string) => idToken],
    ['a fresh sign-in each', (_idToken: string, caller: TestCaller) => signInWithGitHub(caller)],
  ])('succeeds once of two concurrent requests with %s', async (_how, second) => {
    const caller = await createGitHubUser();
    const again = await signIn(test.db, caller.user);
    const idToken = signInWithGitHub(caller);
    const responses = await Promise.all([remove(caller, { idToken }), remove(again, { idToken: second(idToken, caller) })]);
    const [done, refused] = getSortedStatuses(responses);
    expect(done).toBe(200);
    expect([401, 422]).toContain(refused);
  });
});
