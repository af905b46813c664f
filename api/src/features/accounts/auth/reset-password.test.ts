import { eq } from 'drizzle-orm';
import { users } from '../schema.ts';
import { usedProofs } from '../../../platform/identity/schema.ts';
import { signIn, TEST_PASSWORD } from '../../../testing/factories.ts';
import { idTokenFor } from '../../../testing/fake-identity.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { isIn, logIn, sessionIn, signUpAs, statusesOf, userIn } from '../../../testing/accounts.ts';
import { connect, listen, revoked } from '../../../testing/sign-in-sockets.ts';

let test: TestApp;
let address: string;
beforeAll(async () => {
  test = await createTestApp();
  address = await listen(test);
});
afterAll(() => test.close());

const NEW = 'correct-horse-battery-9';
const reset = (email: string, password = NEW, idToken = idTokenFor(email)) =>
  test.ask('POST', '/api/auth/reset-password', { payload: { idToken, password } });
const hashOf = async (id: string) => (await test.db.select().from(users).where(eq(users.id, id)))[0]?.passwordHash;

describe('POST /api/auth/reset-password (product 11.12)', () => {
  it('gives the account of the proven address a new password, and signs in', async () => {
    const user = await test.user();
    const { status, body } = await reset(user.email);
    expect(status).toBe(200);
    expect(userIn(body)).toMatchObject({ _id: user.id, email: user.email, isEmailVerified: true });
    expect(await isIn(test, sessionIn(body))).toBe(true);
    expect((await logIn(test, user.email, NEW)).status).toBe(200);
    expect((await logIn(test, user.email, TEST_PASSWORD)).status).toBe(401);
  });

  it('ends every session there was and tells their sockets; nobody else’s', async () => {
    const here = await test.signedIn('seeker');
    const there = await signIn(test.db, here.user);
    const other = await test.signedIn('seeker');
    const socket = await connect(address, there.token);
    const told = revoked(socket);
    await reset(here.user.email);
    await told;
    expect(await Promise.all([here, there, other].map((caller) => isIn(test, caller)))).toEqual([false, false, true]);
  });

  it('gives a password to whoever signed in with GitHub alone', async () => {
    const user = await test.user({ passwordHash: null });
    expect((await reset(user.email)).status).toBe(200);
    expect((await logIn(test, user.email, NEW)).status).toBe(200);
  });

  it('is done once with a link, of two that come at once, too', async () => {
    const user = await test.user();
    const idToken = idTokenFor(user.email);
    const answers = await Promise.all([NEW, 'another-good-password'].map((password) => reset(user.email, password, idToken)));
    expect(statusesOf(answers)).toEqual([200, 401]);
    expect(await reset(user.email, 'one-more-good-password', idToken)).toMatchObject({
      status: 401,
      body: { code: 'identity_mismatch', message: 'This sign-in has been used already. Please start again.' },
    });
    expect((await logIn(test, user.email, 'one-more-good-password')).status).toBe(401);
  });

  it('keeps the link for another try when the password is refused', async () => {
    const user = await test.user();
    const idToken = idTokenFor(user.email);
    expect(await reset(user.email, 'password123', idToken)).toMatchObject({
      status: 422,
      body: { errors: { password: 'This password is known from data breaches. Choose another one.' } },
    });
    expect((await reset(user.email, NEW, idToken)).status).toBe(200);
  });
});

describe('POST /api/auth/reset-password without a right', () => {
  it.each([
    ['the token of a popup', (email: string) => idTokenFor(email, true, { type: 'github', id: 'gh-1' }), /link in the mail/],
    [
      'a sign-in with another provider than those offered',
      (email: string) => idTokenFor(email).replace('"byEmail":true', '"byEmail":false'),
      /link in the mail/,
    ],
    ['an address that is not proven', (email: string) => idTokenFor(email, false), /link in the mail/],
    ['a forged token', () => 'forged', /could not be verified/],
    ['a link for another address', () => idTokenFor('nobody-at-all@example.com'), /No account uses this email address/],
  ])('refuses %s and changes nothing', async (_what, tokenFor, message) => {
    const caller = await test.signedIn('seeker');
    const { user } = caller;
    const proofs = await test.db.select().from(usedProofs);
    expect(await reset(user.email, NEW, tokenFor(user.email))).toMatchObject({
      status: 401,
      body: { code: 'identity_mismatch', message: expect.stringMatching(message) },
    });
    expect(await hashOf(user.id)).toBe(user.passwordHash);
    expect(await isIn(test, caller)).toBe(true);
    expect(await test.db.select().from(usedProofs)).toEqual(proofs);
  });

  it('tells whoever has not finished signing up what to do', async () => {
    await signUpAs(test, 'waiting@example.com');
    const message =
      'This email address is not confirmed yet. Please open the link in the mail that confirms it, or sign up again.';
    expect(await reset('waiting@example.com')).toMatchObject({ status: 401, body: { message } });
  });
});
