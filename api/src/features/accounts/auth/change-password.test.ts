import { rateLimits } from '../../../platform/schema.ts';
import { signIn, TEST_PASSWORD } from '../../../testing/factories.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { isSignedIn, logIn, getSortedStatuses, getUser } from '../../../testing/accounts.ts';
import { connect, listen, waitUntilRevoked } from '../../../testing/sign-in-sockets.ts';

let address: string;
const test = setUpTestApp({ config: { rateLimitFactor: 1 } });
beforeAll(async () => {
  address = await listen(test);
});
beforeEach(async () => {
  await test.db.delete(rateLimits);
});

const NEW = 'correct-horse-battery-9';
const change = (as: TestCaller | undefined, currentPassword = TEST_PASSWORD, password = NEW) =>
  test.request('PUT', '/api/auth/password', { as, payload: { currentPassword, password } });

describe('PUT /api/auth/password (product 11.12)', () => {
  it('changes the password and returns the user without a token', async () => {
    const caller = await test.signedIn('seeker');
    const { status, body } = await change(caller);
    expect(status).toBe(200);
    expect(getUser(body)).toMatchObject({ _id: caller.user.id, email: caller.user.email });
    expect(getUser(body)).not.toHaveProperty('token');
    expect((await logIn(test, caller.user.email, NEW)).status).toBe(200);
    expect((await logIn(test, caller.user.email, TEST_PASSWORD)).status).toBe(401);
  });

  it('is the same password in any normalization, for the new and the current one (product 5.4)', async () => {
    const caller = await test.signedIn('seeker');
    const typed = 'caf\u00E9-and-\uFB01lter';
    expect((await change(caller, TEST_PASSWORD, typed.normalize('NFD'))).status).toBe(200);
    expect((await logIn(test, caller.user.email, typed)).status).toBe(200);
    expect((await logIn(test, caller.user.email, typed.normalize('NFKD'))).status).toBe(200);
    const same = await change(caller, typed.normalize('NFD'), typed);
    expect(same.body).toMatchObject({ errors: { password: 'This is your current password. Choose another one.' } });
    const common = await change(caller, typed, '\uFF50\uFF41\uFF53\uFF53\uFF57\uFF4F\uFF52\uFF44');
    expect(common.body).toMatchObject({ errors: { password: 'This password is known from data breaches. Choose another one.' } });
  });

  it('ends all other sessions, disconnects their sockets, and keeps this one', async () => {
    const here = await test.signedIn('seeker');
    const there = await signIn(test.db, here.user);
    const other = await test.signedIn('seeker');
    const [mine, theirs] = await Promise.all([connect(address, here.token), connect(address, there.token)]);
    const disconnected = waitUntilRevoked(theirs);
    await change(here);
    await disconnected;
    expect(mine.connected).toBe(true);
    mine.disconnect();
    expect(await Promise.all([here, there, other].map((caller) => isSignedIn(test, caller)))).toEqual([true, false, true]);
  });

  it('limits wrong passwords, so a stolen session cannot guess', async () => {
    const caller = await test.signedIn('seeker');
    const responses = await Promise.all(Array.from({ length: 8 }, () => change(caller, 'wrong')));
    expect(getSortedStatuses(responses)).toEqual([...Array(5).fill(422), ...Array(3).fill(429)]);
    expect((await change(caller)).status).toBe(429);
  });

  it('works while the account is locked for unknown devices', async () => {
    const caller = await test.signedIn('seeker');
    for (let count = 0; count < 6; count += 1) await logIn(test, caller.user.email, 'wrong');
    expect((await logIn(test, caller.user.email, TEST_PASSWORD)).status).toBe(429);
    expect((await change(caller)).status).toBe(200);
  });

  it('explains how to set a first password', async () => {
    const { status, body } = await change(await test.signedIn('seeker', { passwordHash: null }), 'anything');
    expect(status).toBe(422);
    expect(body['errors']).toEqual({
      currentPassword: 'This account has no password yet. Set one with the email link of "Forgot password?" on the sign-in page.',
    });
  });

  it.each([
    ['a wrong current password', 'wrong', NEW, { currentPassword: 'The current password is wrong.' }],
    ['the current password', TEST_PASSWORD, TEST_PASSWORD, { password: 'This is your current password. Choose another one.' }],
    [
      "the user's own name",
      TEST_PASSWORD,
      'grace-hopper',
      { password: 'This password is your own name or email address. Choose another one.' },
    ],
  ])('rejects %s with a field error, changes nothing and keeps the session', async (_what, currentPassword, password, errors) => {
    const caller = await test.signedIn('seeker', { name: 'Grace Hopper' });
    expect(await change(caller, currentPassword, password)).toMatchObject({ status: 422, body: { code: 'invalid', errors } });
    expect(await isSignedIn(test, caller)).toBe(true);
    expect((await logIn(test, caller.user.email, TEST_PASSWORD)).status).toBe(200);
  });

  it('succeeds once of two concurrent requests', async () => {
    const caller = await test.signedIn('seeker');
    const responses = await Promise.all([change(caller), change(caller, TEST_PASSWORD, 'another-good-password')]);
    expect(getSortedStatuses(responses)).toEqual([200, 422]);
  });
});

describe('a sign-in during a password change', () => {
  it('leaves no session of the old password', async () => {
    const caller = await test.signedIn('seeker');
    const { email } = caller.user;
    await Promise.all([
      logIn(test, email, TEST_PASSWORD),
      change(caller),
      logIn(test, email, TEST_PASSWORD),
      logIn(test, email, TEST_PASSWORD),
    ]);
    const { body } = await test.request('GET', '/api/auth/sessions', { as: caller });
    expect(body['sessions']).toHaveLength(1);
    expect((await logIn(test, email, TEST_PASSWORD)).status).toBe(401);
  });
});
