import { eq } from 'drizzle-orm';
import { pendingSignUps, users } from '../../../schema/index.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import type { TestRequest } from '../../../testing/test-app.ts';
import { isSignedIn, logIn, getSessionHeaders, signUpAs, getSortedStatuses, getUser } from '../../../testing/accounts.ts';
import { idTokenFor, createEmailLink } from '../../../testing/fake-identity.ts';

const test = setUpTestApp();

const listPending = (email: string) => test.db.select().from(pendingSignUps).where(eq(pendingSignUps.email, email));
const countAccounts = (email: string) => test.db.$count(users, eq(users.email, email));
const expireSignUps = (email: string) =>
  test.db
    .update(pendingSignUps)
    .set({ expiresAt: new Date(0) })
    .where(eq(pendingSignUps.email, email));

describe('POST /api/auth/signup (product 3.17, 4.3, 5.2, 11.11)', () => {
  const ada = { name: 'Ada', email: 'ada@example.com', password: 'difference-engine', role: 'seeker' };
  const signUp = (payload: object) => test.request('POST', '/api/auth/signup', { payload });

  it('returns an unverified user with a token that only verifies the address, and creates no account', async () => {
    const { status, body } = await signUp({ ...ada, email: ' Ada@Example.com ' });
    expect(status).toBe(201);
    expect(getUser(body)).toMatchObject({ name: 'Ada', email: ada.email, role: 'seeker', isEmailVerified: false });
    expect(getUser(body).token).toMatch(/^[\w-]{43}$/);
    expect(await isSignedIn(test, getSessionHeaders(body))).toBe(false);
    const change = { ...getSessionHeaders(body), payload: { expertiseAreas: ['Go'] } };
    expect((await test.request('PUT', '/api/auth/switch-role', change)).status).toBe(401);
    expect(await countAccounts(ada.email)).toBe(0);
    // Neither the password nor the token is stored.
    const [row] = await listPending(ada.email);
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(row)).not.toContain(ada.password);
    expect(JSON.stringify(row)).not.toContain(getUser(body).token);
  });

  it('returns an error for each invalid field, without the password', async () => {
    const { status, body } = await signUp({ email: 'nobody', password: { secret: 'hunter2' }, role: 'admin' });
    expect(status).toBe(422);
    expect(Object.keys(body['errors'] ?? {}).toSorted()).toEqual(['email', 'name', 'password', 'role']);
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });

  it("rejects the user's own name as a password, and stores nothing", async () => {
    const guessable = { ...ada, name: 'Ada Lovelace', email: 'guessed@example.com', password: 'ada-lovelace' };
    const message = 'This password is your own name or email address. Choose another one.';
    expect(await signUp(guessable)).toMatchObject({
      status: 422,
      body: { code: 'invalid', message, errors: { password: message } },
    });
    expect(await listPending(guessable.email)).toEqual([]);
  });

  it('rejects an address that has an account, in any case', async () => {
    await test.user({ email: 'taken@example.com' });
    expect(await signUp({ ...ada, email: 'TAKEN@example.com' })).toMatchObject({
      status: 409,
      body: { code: 'email_taken', errors: { email: 'An account with this email address already exists' } },
    });
  });

  it('deletes expired sign-ups', async () => {
    await signUp({ ...ada, email: 'late@example.com' });
    await expireSignUps('late@example.com');
    await signUp({ ...ada, email: 'next@example.com' });
    expect(await listPending('late@example.com')).toEqual([]);
  });
});

describe('POST /api/auth/verify-email (product 4.3, 7.2)', () => {
  const verify = (email: string, request: TestRequest = {}) =>
    test.request('POST', '/api/auth/verify-email', { payload: createEmailLink(email), ...request });
  const rejection = (message: string) => ({ status: 401, body: { code: 'identity_mismatch', message } });

  it('turns the sign-up into an account and signs in, once per link', async () => {
    const { user, headers } = await signUpAs(test, 'ada@example.com', { role: 'solver', expertiseAreas: ['Rust'] });
    const { status, body } = await verify('ada@example.com', { headers });
    expect(status).toBe(200);
    expect(getUser(body)).toMatchObject({
      _id: user._id,
      email: 'ada@example.com',
      role: 'solver',
      expertiseAreas: ['Rust'],
      isEmailVerified: true,
    });
    expect(await isSignedIn(test, getSessionHeaders(body))).toBe(true);
    expect((await logIn(test, 'ada@example.com', 'difference-engine')).status).toBe(200);
    for (const request of [{ headers }, {}])
      expect(await verify('ada@example.com', request)).toMatchObject(
        rejection('This link has been used already. Please sign in.'),
      );
  });

  it('needs no pending token on another device, even if another user is signed in there', async () => {
    await signUpAs(test, 'guest@example.com');
    expect((await verify('guest@example.com', { as: await test.signedIn('seeker') })).status).toBe(200);
    await signUpAs(test, 'elsewhere@example.com');
    expect((await verify('elsewhere@example.com')).status).toBe(200);
  });

  it('accepts a link once across all actions', async () => {
    await signUpAs(test, 'one-link@example.com');
    const payload = { ...createEmailLink('one-link@example.com'), password: 'correct-horse-battery-9' };
    expect((await test.request('POST', '/api/auth/verify-email', { payload })).status).toBe(200);
    expect(await test.request('POST', '/api/auth/reset-password', { payload })).toMatchObject(
      rejection('This sign-in has been used already. Please start again.'),
    );
  });

  it('rejects an expired sign-up and an unknown address', async () => {
    const { headers } = await signUpAs(test, 'late@example.com');
    await expireSignUps('late@example.com');
    expect(await verify('late@example.com', { headers })).toMatchObject(
      rejection('This sign-up has expired. Please sign up again to get a new link.'),
    );
    expect((await verify('stranger@example.com')).status).toBe(401);
  });

  it.each([
    ['a link to another address than the one that signed up', createEmailLink('yours@example.com'), 401],
    [
      'a link to another address, sent as one to this',
      { ...createEmailLink('yours@example.com'), email: 'mine@example.com' },
      401,
    ],
    ['a made-up link', { email: 'mine@example.com', oobCode: 'made-up' }, 401],
    ['a token of the identity provider (issue 49)', { idToken: idTokenFor({ type: 'github', id: 'gh-1' }) }, 422],
  ])('rejects %s', async (_what, payload, status) => {
    const { headers } = await signUpAs(test, 'mine@example.com');
    expect((await verify('mine@example.com', { headers, payload })).status).toBe(status);
    expect(await countAccounts('mine@example.com')).toBe(0);
  });

  it.each([1, 2])('creates one account for two concurrent verifications of %i sign-ups', async (signUps) => {
    const email = `both-of-${signUps}@example.com`;
    const pending = await Promise.all(Array.from({ length: signUps }, () => signUpAs(test, email)));
    const responses = await Promise.all(
      [pending[0], pending.at(-1)].map((one) => verify(email, { headers: one?.headers ?? {} })),
    );
    expect(getSortedStatuses(responses)).toEqual([200, 401]);
    expect(await countAccounts(email)).toBe(1);
  });

  describe('of an address that was signed up more than once', () => {
    it('creates the account of the pending token', async () => {
      const owner = await signUpAs(test, 'owner@example.com', { password: 'password-of-the-owner' });
      await signUpAs(test, 'owner@example.com', { name: 'Squatter', password: 'password-of-another' });
      const { body } = await verify('owner@example.com', { headers: owner.headers });
      expect(getUser(body).name).toBe('Ada');
      expect((await logIn(test, 'owner@example.com', 'password-of-another')).status).toBe(401);
      expect((await logIn(test, 'owner@example.com', 'password-of-the-owner')).status).toBe(200);
    });

    it('rejects the squatter after the owner has verified', async () => {
      const squatter = await signUpAs(test, 'late-owner@example.com', { password: 'password-of-another' });
      const owner = await signUpAs(test, 'late-owner@example.com', { password: 'password-of-the-owner' });
      expect((await verify('late-owner@example.com', { headers: owner.headers })).status).toBe(200);
      expect((await verify('late-owner@example.com', { headers: squatter.headers })).status).toBe(401);
    });

    it('is rejected without a pending token, because any of the passwords could be an attacker’s', async () => {
      await signUpAs(test, 'contested@example.com');
      await signUpAs(test, 'contested@example.com');
      const message = 'This address was signed up more than once. Please open the link in the browser where you signed up.';
      expect(await verify('contested@example.com')).toMatchObject({ status: 401, body: { message } });
    });
  });
});
