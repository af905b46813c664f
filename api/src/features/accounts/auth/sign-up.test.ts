import { eq } from 'drizzle-orm';
import { pendingSignUps, users } from '../schema.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp, TestRequest } from '../../../testing/test-app.ts';
import { userIn, signUpAs } from '../../../testing/accounts.ts';
import { idTokenFor } from '../../../testing/fake-identity.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('signing up (product 3.17, 4.3, 5.2, 11.11)', () => {
  const ada = { name: 'Ada', email: 'ada@example.com', password: 'difference-engine', role: 'seeker' };
  const signUp = (payload: object) => test.ask('POST', '/api/auth/signup', { payload });

  describe('POST /api/auth/signup', () => {
    it('answers the user, unverified, with a token', async () => {
      const { status, body } = await signUp({ ...ada, email: ' Ada@Example.com ' });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        status: true,
        user: { name: 'Ada', email: 'ada@example.com', role: 'seeker', expertiseAreas: [], isEmailVerified: false },
      });
      expect(userIn(body).token).toMatch(/^[\w-]{43}$/);
      expect(JSON.stringify(body)).not.toMatch(/password/i);
    });

    it('gives a token that can do nothing but prove the address', async () => {
      const { body } = await signUp({ ...ada, email: 'pending@example.com' });
      const headers = { authorization: `Bearer ${userIn(body).token ?? ''}` };
      expect((await test.ask('GET', '/api/auth/profile', { headers })).status).toBe(401);
      expect((await test.ask('PUT', '/api/auth/switch-role', { headers, payload: { expertiseAreas: ['Go'] } })).status).toBe(401);
    });

    it('stores neither the password nor the token', async () => {
      const { body } = await signUp({ ...ada, email: 'stored@example.com' });
      const [row] = await test.db.select().from(pendingSignUps).where(eq(pendingSignUps.email, 'stored@example.com'));
      expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
      expect(JSON.stringify(row)).not.toContain(ada.password);
      expect(JSON.stringify(row)).not.toContain(userIn(body).token);
    });

    it("keeps a solver's areas and drops a seeker's", async () => {
      const solver = await signUp({ ...ada, email: 'solver@example.com', role: 'solver', expertiseAreas: [' Rust ', 'Go'] });
      expect(userIn(solver.body).expertiseAreas).toEqual(['Rust', 'Go']);
      const seeker = await signUp({ ...ada, email: 'seeker@example.com', expertiseAreas: ['Rust'] });
      expect(userIn(seeker.body).expertiseAreas).toEqual([]);
    });

    it('tells every field that breaks its rule, without repeating the password', async () => {
      const { status, body } = await signUp({ email: 'nobody', password: { secret: 'hunter2' }, role: 'admin' });
      expect(status).toBe(422);
      expect(body['errors']).toEqual({
        name: 'Name is required',
        email: 'Please enter a valid email address',
        password: 'This value has the wrong form',
        role: 'Choose how you want to use Solvent',
      });
      expect(JSON.stringify(body)).not.toContain('hunter2');
    });

    it.each([
      ['a known one', 'Password123', 'This password is known from data breaches. Choose another one.'],
      ['the own name', 'ada-lovelace', 'This password is your own name or email address. Choose another one.'],
    ])('refuses %s as password, and stores nothing', async (_what, password, message) => {
      const { status, body } = await signUp({ ...ada, name: 'Ada Lovelace', email: 'guessed@example.com', password });
      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 'invalid', message, errors: { password: message } });
      expect(await test.db.select().from(pendingSignUps).where(eq(pendingSignUps.email, 'guessed@example.com'))).toEqual([]);
    });

    it('refuses an address that has an account, whatever its case', async () => {
      await test.user({ email: 'taken@example.com' });
      const { status, body } = await signUp({ ...ada, email: 'TAKEN@example.com' });
      expect(status).toBe(409);
      expect(body).toMatchObject({
        status: false,
        code: 'email_taken',
        errors: { email: 'An account with this email address already exists' },
      });
    });

    it('makes no account before the address is proven', async () => {
      await signUp({ ...ada, email: 'unproven@example.com' });
      expect(await test.db.select().from(users).where(eq(users.email, 'unproven@example.com'))).toEqual([]);
    });

    it('forgets sign-ups that ran out', async () => {
      await signUp({ ...ada, email: 'late@example.com' });
      await test.db
        .update(pendingSignUps)
        .set({ expiresAt: new Date(0) })
        .where(eq(pendingSignUps.email, 'late@example.com'));
      await signUp({ ...ada, email: 'next@example.com' });
      expect(await test.db.select().from(pendingSignUps).where(eq(pendingSignUps.email, 'late@example.com'))).toEqual([]);
    });
  });
});

describe('proving the address (product 4.3, 7.2)', () => {
  const verify = (email: string, request: TestRequest = {}) =>
    test.ask('POST', '/api/auth/verify-email', { payload: { idToken: idTokenFor(email) }, ...request });
  const logIn = (email: string, password: string) => test.ask('POST', '/api/auth/login', { payload: { email, password } });

  describe('POST /api/auth/verify-email', () => {
    it('turns the sign-up into an account and signs in', async () => {
      const { user, headers } = await signUpAs(test, 'ada@example.com', { role: 'solver', expertiseAreas: ['Rust'] });
      const { status, body } = await verify('ada@example.com', { headers });
      expect(status).toBe(200);
      expect(userIn(body)).toMatchObject({
        _id: user._id,
        email: 'ada@example.com',
        role: 'solver',
        expertiseAreas: ['Rust'],
        isEmailVerified: true,
      });
      const session = { authorization: `Bearer ${userIn(body).token ?? ''}` };
      expect((await test.ask('GET', '/api/auth/profile', { headers: session })).status).toBe(200);
      expect((await logIn('ada@example.com', 'difference-engine')).status).toBe(200);
    });

    it('needs no pending token on another device', async () => {
      await signUpAs(test, 'elsewhere@example.com');
      expect((await verify('Elsewhere@Example.com'.toLowerCase())).status).toBe(200);
    });

    it('refuses a link that was used', async () => {
      const { headers } = await signUpAs(test, 'once@example.com');
      await verify('once@example.com', { headers });
      for (const request of [{ headers }, {}]) {
        const { status, body } = await verify('once@example.com', request);
        expect(status).toBe(401);
        expect(body).toMatchObject({ code: 'identity_mismatch', message: 'This link has been used already. Please sign in.' });
      }
    });

    it('takes the proof of a link once, whatever it is for', async () => {
      await signUpAs(test, 'one-link@example.com');
      const idToken = idTokenFor('one-link@example.com');
      const payload = { idToken, password: 'correct-horse-battery-9' };
      expect((await test.ask('POST', '/api/auth/verify-email', { payload })).status).toBe(200);
      const { status, body } = await test.ask('POST', '/api/auth/reset-password', { payload });
      expect(status).toBe(401);
      expect(body['message']).toBe('This sign-in has been used already. Please start again.');
    });

    it('refuses a sign-up that ran out', async () => {
      const { headers } = await signUpAs(test, 'late@example.com');
      await test.db
        .update(pendingSignUps)
        .set({ expiresAt: new Date(0) })
        .where(eq(pendingSignUps.email, 'late@example.com'));
      const { status, body } = await verify('late@example.com', { headers });
      expect(status).toBe(401);
      expect(body['message']).toBe('This sign-up is over. Please sign up again to get a new link.');
    });

    it('refuses a token for another address than the one that signed up', async () => {
      const { headers } = await signUpAs(test, 'mine@example.com');
      const { status, body } = await verify('yours@example.com', { headers });
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: 'identity_mismatch' });
    });

    it('refuses an address that the provider does not vouch for', async () => {
      const { headers } = await signUpAs(test, 'unproven@example.com');
      const payload = { idToken: idTokenFor('unproven@example.com', false) };
      expect((await test.ask('POST', '/api/auth/verify-email', { payload, headers })).body).toMatchObject({
        code: 'identity_mismatch',
      });
      expect(await test.db.select().from(users).where(eq(users.email, 'unproven@example.com'))).toEqual([]);
    });

    it('refuses a forged token, a missing one and an address that nobody signed up', async () => {
      const forged = await test.ask('POST', '/api/auth/verify-email', { payload: { idToken: 'forged' } });
      expect(forged.status).toBe(401);
      const missing = await test.ask('POST', '/api/auth/verify-email', { payload: {} });
      expect(missing.body).toMatchObject({ code: 'invalid', errors: { idToken: 'The link is incomplete' } });
      expect((await verify('stranger@example.com')).status).toBe(401);
    });

    it('makes one account of two verifications at once', async () => {
      const { headers } = await signUpAs(test, 'twice@example.com');
      const answers = await Promise.all([verify('twice@example.com', { headers }), verify('twice@example.com', { headers })]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(1);
      expect(await test.db.select().from(users).where(eq(users.email, 'twice@example.com'))).toHaveLength(1);
    });

    it('ignores the session of somebody who is signed in', async () => {
      await signUpAs(test, 'guest@example.com');
      expect((await verify('guest@example.com', { as: await test.signedIn('seeker') })).status).toBe(200);
    });
  });

  describe('an address that was signed up more than once', () => {
    it('gets the account that the pending token was given for, and no other', async () => {
      const owner = await signUpAs(test, 'owner@example.com', { password: 'password-of-the-owner' });
      await signUpAs(test, 'owner@example.com', { name: 'Squatter', password: 'password-of-another' });
      const { body } = await verify('owner@example.com', { headers: owner.headers });
      expect(userIn(body).name).toBe('Ada');
      expect((await logIn('owner@example.com', 'password-of-another')).status).toBe(401);
      expect((await logIn('owner@example.com', 'password-of-the-owner')).status).toBe(200);
    });

    it('lets the squatter in no more once the owner is', async () => {
      const squatter = await signUpAs(test, 'late-owner@example.com', { password: 'password-of-another' });
      const owner = await signUpAs(test, 'late-owner@example.com', { password: 'password-of-the-owner' });
      expect((await verify('late-owner@example.com', { headers: owner.headers })).status).toBe(200);
      expect((await verify('late-owner@example.com', { headers: squatter.headers })).status).toBe(401);
    });

    it('is not verified without a pending token: nobody knows whose password it would get', async () => {
      await signUpAs(test, 'contested@example.com');
      await signUpAs(test, 'contested@example.com');
      const { status, body } = await verify('contested@example.com');
      expect(status).toBe(401);
      expect(body['message']).toBe(
        'This address was signed up more than once. Please open the link in the browser where you signed up.',
      );
    });

    it('stays one account when two sign up at once', async () => {
      const both = await Promise.all([signUpAs(test, 'both@example.com'), signUpAs(test, 'both@example.com')]);
      const answers = await Promise.all(both.map(({ headers }) => verify('both@example.com', { headers })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(1);
      expect(await test.db.select().from(users).where(eq(users.email, 'both@example.com'))).toHaveLength(1);
    });
  });
});
