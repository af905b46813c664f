import { eq } from 'drizzle-orm';
import { pendingSignUps, socialIdentities, users } from '../../../schema/index.ts';
import { createEmailLink } from '../../../testing/fake-identity.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import {
  isSignedIn,
  signUpWithSocial,
  logIn as logInWithPassword,
  getSessionHeaders,
  signUpAs,
  socialAuth,
  getSortedStatuses,
  getUser,
} from '../../../testing/accounts.ts';
import type { SocialPerson } from '../../../testing/accounts.ts';

const test = setUpTestApp();

const logIn = (person: SocialPerson) => socialAuth(test, person);
const signUp = (person: SocialPerson, changes: object = {}) =>
  socialAuth(test, person, { socialMethod: 'signup', role: 'seeker', ...changes });
const listAccounts = (email: string) => test.db.select().from(users).where(eq(users.email, email));

describe('POST /api/auth/social-auth, signing up (product 3.18, 11.11)', () => {
  it('waits for the emailed link even if the provider has verified the address; then the identity signs in', async () => {
    const person = { email: 'grace@example.com', id: 'g-1', account: 'grace' };
    const { status, body } = await signUp(person, { role: 'solver', expertiseAreas: ['COBOL'] });
    expect(status).toBe(200);
    const pending = getUser(body);
    expect(pending).toMatchObject({
      name: 'Grace Hopper',
      email: person.email,
      image: null,
      role: 'solver',
      expertiseAreas: ['COBOL'],
      isEmailVerified: false,
    });
    expect(await isSignedIn(test, getSessionHeaders(body))).toBe(false);
    expect(await listAccounts(person.email)).toEqual([]);
    const signedIn = getUser((await logIn(person)).body);
    expect(signedIn).toMatchObject({ _id: pending._id, isEmailVerified: false });
    expect(signedIn).not.toHaveProperty('token');

    const proof = { payload: createEmailLink(person.email), ...getSessionHeaders(body) };
    const proven = { _id: pending._id, isEmailVerified: true, token: expect.any(String) };
    expect(getUser((await test.request('POST', '/api/auth/verify-email', proof)).body)).toMatchObject(proven);
    expect(getUser((await logIn(person)).body)).toMatchObject(proven);
    expect(await test.db.select().from(socialIdentities).where(eq(socialIdentities.socialId, 'g-1'))).toMatchObject([
      { userId: pending._id, account: 'grace' },
    ]);
  });

  it.each([
    ['after the address without a name at the provider', 'nameless', '', 'nameless'],
    ['without misleading characters', 'turned', 'Grace\u202E\nHop\u200Bper\u001B[2J ', 'Grace Hopper[2J'],
    ['without half a character', 'long', `${'a'.repeat(79)}👍🏽👍🏽`, `${'a'.repeat(79)}👍🏽`],
    ['not after the product (product 5.23)', 'plain', 'Solvent Team', 'plain'],
    ['not after its team, even if the address is', 'admin', 'Admin', 'New member'],
  ])('names the user %s', async (_what, id, name, shown) => {
    expect(getUser((await signUp({ email: `${id}@example.com`, id }, { name })).body).name).toBe(shown);
  });

  it('deletes other pending sign-ups of the address', async () => {
    const email = 'squatted@example.com';
    await signUpAs(test, email, { password: 'password-of-another' });
    expect((await signUpWithSocial(test, { email, id: 'g-6' })).status).toBe(200);
    expect(await test.db.$count(pendingSignUps, eq(pendingSignUps.email, email))).toBe(0);
    expect((await logInWithPassword(test, email, 'password-of-another')).status).toBe(401);
  });

  it('creates one account for two concurrent sign-ups, and signs in an existing user', async () => {
    const person = { email: 'two@example.com', id: 'g-7' };
    const responses = await Promise.all([signUpWithSocial(test, person), signUpWithSocial(test, person)]);
    expect(getSortedStatuses(responses)).toEqual([200, 401]);
    const again = await signUp(person);
    expect(await listAccounts(person.email)).toMatchObject([{ id: getUser(again.body)._id }]);
  });

  it('accepts no password, before and after the link', async () => {
    const email = 'no-password@example.com';
    const refusal = { status: 401, body: { code: 'invalid_credentials' } };
    await signUp({ email, id: email });
    expect(await logInWithPassword(test, email, 'anything-at-all')).toMatchObject(refusal);
    await signUpWithSocial(test, { email: `2-${email}`, id: `2-${email}` });
    expect(await logInWithPassword(test, `2-${email}`, 'anything-at-all')).toMatchObject(refusal);
  });

  it('rejects an address that has an account, and explains how to link the identity', async () => {
    const { email } = await test.user();
    expect(await signUp({ email, id: 'g-8' })).toMatchObject({
      status: 409,
      body: {
        code: 'email_taken',
        message: 'An account with this email address already exists. Sign in to it, and add GitHub on your profile.',
      },
    });
  });
});

describe('POST /api/auth/social-auth, signing in (product 3.18, 11.11)', () => {
  const UNKNOWN =
    'No account uses this GitHub identity yet. Sign up first, or sign in with your password and add GitHub on your profile.';

  it('rejects an identity without an account', async () => {
    expect(await logIn({ email: 'unknown@example.com', id: 's-1' })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials', message: UNKNOWN },
    });
    expect(await listAccounts('unknown@example.com')).toEqual([]);
  });

  it('never links by address (issue 49)', async () => {
    const { email, id } = await test.user();
    expect(await logIn({ email, id: 's-4' })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials', message: UNKNOWN },
    });
    expect(await test.db.$count(socialIdentities, eq(socialIdentities.userId, id))).toBe(0);
  });

  it('signs in after a change of the address, and stores the current name of the account', async () => {
    const { body } = await signUpWithSocial(test, { email: 'moved@example.com', id: 's-2', account: 'old-name' });
    for (const account of ['new-name', null]) {
      const later = await logIn({ email: 'new-address@example.com', id: 's-2', account });
      expect(getUser(later.body)._id).toBe(getUser(body)._id);
      expect(await test.db.select().from(socialIdentities).where(eq(socialIdentities.socialId, 's-2'))).toMatchObject([
        { account: 'new-name' },
      ]);
    }
  });

  it('distinguishes the same id of two providers', async () => {
    await signUpWithSocial(test, { email: 'github-person@example.com', id: 's-3', type: 'github' });
    expect((await logIn({ email: 'google-person@example.com', id: 's-3', type: 'google' })).status).toBe(401);
  });
});
