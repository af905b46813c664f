import { eq } from 'drizzle-orm';
import { rateLimits } from '../../../platform/limits/schema.ts';
import { users } from '../schema.ts';
import { signIn, TEST_PASSWORD } from '../../../testing/factories.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { userIn } from '../../../testing/accounts.ts';
import { connect, listen, revoked } from '../../../testing/sign-in-sockets.ts';

let test: TestApp;
let address: string;
beforeAll(async () => {
  test = await createTestApp({ config: { rateLimitFactor: 1 } });
  address = await listen(test);
});
beforeEach(async () => {
  await test.db.delete(rateLimits);
});
afterAll(() => test.close());

const NEW = 'correct-horse-battery-9';
const change = (as: TestCaller | undefined, currentPassword = TEST_PASSWORD, password = NEW) =>
  test.ask('PUT', '/api/auth/password', { as, payload: { currentPassword, password } });
const logIn = (email: string, password: string) => test.ask('POST', '/api/auth/login', { payload: { email, password } });
const isIn = async (as: TestCaller) => (await test.ask('GET', '/api/auth/profile', { as })).status === 200;

describe('PUT /api/auth/password (product 11.12)', () => {
  it('changes the password and answers the user without a token', async () => {
    const caller = await test.signedIn('seeker');
    const { status, body } = await change(caller);
    expect(status).toBe(200);
    expect(userIn(body)).toMatchObject({ _id: caller.user.id, email: caller.user.email });
    expect(userIn(body)).not.toHaveProperty('token');
    expect((await logIn(caller.user.email, NEW)).status).toBe(200);
    expect((await logIn(caller.user.email, TEST_PASSWORD)).status).toBe(401);
  });

  it('ends all other sessions, tells their sockets, and keeps this one', async () => {
    const here = await test.signedIn('seeker');
    const there = await signIn(test.db, here.user);
    const other = await test.signedIn('seeker');
    const [mine, theirs] = await Promise.all([connect(address, here.token), connect(address, there.token)]);
    const told = revoked(theirs);
    await change(here);
    await told;
    expect(mine.connected).toBe(true);
    mine.disconnect();
    expect(await Promise.all([here, there, other].map(isIn))).toEqual([true, false, true]);
  });

  it('says under its field that the current password is wrong, and signs nobody out', async () => {
    const caller = await test.signedIn('seeker');
    const { status, body } = await change(caller, 'wrong');
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'invalid', errors: { currentPassword: 'The current password is wrong.' } });
    expect(await isIn(caller)).toBe(true);
    expect((await logIn(caller.user.email, TEST_PASSWORD)).status).toBe(200);
  });

  it('counts wrong ones as failed sign-ins: a stolen session cannot guess', async () => {
    const caller = await test.signedIn('seeker');
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(caller, 'wrong')));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    expect((await change(caller)).status).toBe(429);
  });

  it('is not held up by what strangers guess at the account', async () => {
    const caller = await test.signedIn('seeker');
    for (let count = 0; count < 6; count += 1) await logIn(caller.user.email, 'wrong');
    expect((await logIn(caller.user.email, TEST_PASSWORD)).status).toBe(429);
    expect((await change(caller)).status).toBe(200);
  });

  it('tells whoever has no password how to get one', async () => {
    const { status, body } = await change(await test.signedIn('seeker', { passwordHash: null }), 'anything');
    expect(status).toBe(422);
    expect(body['errors']).toEqual({
      currentPassword: 'This account has no password yet. Set one with the email link of "Forgot password?" on the sign-in page.',
    });
  });

  it.each([
    ['the one there is', TEST_PASSWORD, 'This is your current password. Choose another one.'],
    ['a known one', 'Sunshine1', 'This password is known from data breaches. Choose another one.'],
    ['the own address', 'grace.hopper@example.com', 'This password is your own name or email address. Choose another one.'],
  ])('refuses %s and changes nothing', async (_what, password, message) => {
    await test.db.delete(users).where(eq(users.email, 'grace.hopper@example.com'));
    const caller = await test.signedIn('seeker', { email: 'grace.hopper@example.com' });
    const { status, body } = await change(caller, TEST_PASSWORD, password);
    expect(status).toBe(422);
    expect(body['errors']).toEqual({ password: message });
    expect((await logIn(caller.user.email, TEST_PASSWORD)).status).toBe(200);
  });

  it('is done by one of two at once, and the other is told', async () => {
    const caller = await test.signedIn('seeker');
    const answers = await Promise.all([change(caller), change(caller, TEST_PASSWORD, 'another-good-password')]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  });
});

describe('signing in while the password changes', () => {
  it('leaves no session that the old password started', async () => {
    const caller = await test.signedIn('seeker');
    const { email, id } = caller.user;
    await Promise.all([logIn(email, TEST_PASSWORD), change(caller), logIn(email, TEST_PASSWORD), logIn(email, TEST_PASSWORD)]);
    const { body } = await test.ask('GET', '/api/auth/sessions', { as: caller });
    expect(body['sessions']).toHaveLength(1);
    expect((await test.db.select().from(users).where(eq(users.id, id)))[0]?.passwordHash).not.toBe(caller.user.passwordHash);
  });
});
