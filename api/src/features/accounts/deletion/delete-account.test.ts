import { eq } from 'drizzle-orm';
import { socialIdentities, users } from '../schema.ts';
import { signIn, TEST_PASSWORD } from '../../../testing/factories.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { idTokenFor } from '../../../testing/fake-identity.ts';
import { isSignedIn, getSortedStatuses } from '../../../testing/accounts.ts';
import { connect, listen, waitUntilRevoked } from '../../../testing/sign-in-sockets.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const remove = (as: TestCaller, payload: object) => test.request('POST', '/api/auth/delete-account', { as, payload });

async function isDeleted({ user }: TestCaller): Promise<boolean> {
  const [row] = await test.db.select().from(users).where(eq(users.id, user.id));
  return row?.deletedAt !== null;
}

const gitHubOf = ({ id }: { id: string }) => ({ type: 'github', id: `github-${id}` }) as const;
const signInWithGitHub = ({ user }: TestCaller) => idTokenFor(gitHubOf(user));

/** Somebody who signs in with GitHub, and with nothing else unless there is a password. */
async function withGitHub(given: { passwordHash?: null } = { passwordHash: null }): Promise<TestCaller> {
  const caller = await test.signedIn('seeker', given);
  const { type, id: socialId } = gitHubOf(caller.user);
  await test.db.insert(socialIdentities).values({ type, socialId, userId: caller.user.id });
  return caller;
}

describe('POST /api/auth/delete-account with a password (product 2.14, 7.2)', () => {
  it('deletes the account, and no other, and signs out every open page of the person', async () => {
    const [caller, other] = [await test.signedIn('seeker'), await test.signedIn('seeker')];
    const elsewhere = await signIn(test.db, caller.user);
    const told = waitUntilRevoked(await connect(await listen(test), elsewhere.token));
    expect((await remove(caller, { password: TEST_PASSWORD })).status).toBe(200);
    await told;
    expect([await isDeleted(caller), await isDeleted(other)]).toEqual([true, false]);
  });

  it.each([
    ['a wrong one', { password: 'wrong' }, { password: 'The password is wrong.' }],
    ['none', {}, { password: 'Please enter your password to delete the account.' }],
    ['an empty one', { password: '' }, { password: 'Please enter your password to delete the account.' }],
  ])('refuses %s, and stays signed in', async (_what, payload, errors) => {
    const caller = await test.signedIn('seeker');
    expect(await remove(caller, payload)).toMatchObject({ status: 422, body: { code: 'invalid', errors } });
    expect(await isSignedIn(test, caller)).toBe(true);
  });

  it('takes no sign-in of GitHub for the password', async () => {
    const caller = await withGitHub({});
    expect(await remove(caller, { idToken: signInWithGitHub(caller) })).toMatchObject({
      body: { errors: { password: expect.any(String) } },
    });
    expect(await isDeleted(caller)).toBe(false);
  });

  it('counts wrong ones with those of signing in', async () => {
    const strict = await createTestApp({ config: { rateLimitFactor: 1 } });
    const as = await strict.signedIn('seeker');
    const tryWith = (password: string) => strict.request('POST', '/api/auth/delete-account', { as, payload: { password } });
    for (let tries = 0; tries < 5; tries += 1) await tryWith('wrong');
    expect((await tryWith(TEST_PASSWORD)).status).toBe(429);
    await strict.close();
  });

  it('is done once when it is asked for twice at once', async () => {
    const caller = await test.signedIn('seeker');
    const again = await signIn(test.db, caller.user);
    const answers = await Promise.all([caller, again].map((as) => remove(as, { password: TEST_PASSWORD })));
    expect(getSortedStatuses(answers)).toEqual([200, 401]);
  });
});

describe('POST /api/auth/delete-account without a password', () => {
  it('takes a fresh sign-in of the linked account, and says so whatever password is sent', async () => {
    const caller = await withGitHub();
    expect(await remove(caller, { password: TEST_PASSWORD })).toMatchObject({
      status: 422,
      body: { errors: { idToken: 'Please sign in with GitHub or Google once more to delete the account.' } },
    });
    expect((await remove(caller, { idToken: signInWithGitHub(caller) })).status).toBe(200);
    expect(await isDeleted(caller)).toBe(true);
  });

  it.each([
    ['forged', () => 'forged'],
    ['of somebody else’s account', () => idTokenFor({ type: 'github', id: 'of-another' })],
    ['of another provider', (id: string) => idTokenFor({ type: 'google', id: `github-${id}` })],
  ])('refuses one that is %s, and stays signed in', async (_what, tokenOf) => {
    const caller = await withGitHub();
    expect(await remove(caller, { idToken: tokenOf(caller.user.id) })).toMatchObject({
      status: 422,
      body: { code: 'invalid', errors: { idToken: expect.stringMatching(/\.$/) } },
    });
    expect(await isSignedIn(test, caller)).toBe(true);
  });

  it.each([
    ['one sign-in', (idToken: string) => idToken],
    ['a fresh sign-in each', (_idToken: string, caller: TestCaller) => signInWithGitHub(caller)],
  ])('is done once when it is asked for twice at once, with %s', async (_how, second) => {
    const caller = await withGitHub();
    const again = await signIn(test.db, caller.user);
    const idToken = signInWithGitHub(caller);
    const answers = await Promise.all([remove(caller, { idToken }), remove(again, { idToken: second(idToken, caller) })]);
    const [done, refused] = getSortedStatuses(answers);
    expect(done).toBe(200);
    expect([401, 422]).toContain(refused);
  });
});
