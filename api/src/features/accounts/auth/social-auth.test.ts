import { eq } from 'drizzle-orm';
import { pendingSignUps, users } from '../schema.ts';
import { idTokenFor } from '../../../testing/fake-identity.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { isIn, logIn as logInWithPassword, sessionIn, signUpAs, socialAuth, userIn } from '../../../testing/accounts.ts';
import type { SocialPerson } from '../../../testing/accounts.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const logIn = (person: SocialPerson) => socialAuth(test, person);
const signUp = (person: SocialPerson, changes: object = {}) =>
  socialAuth(test, person, { socialMethod: 'signup', role: 'seeker', ...changes });
const accountsOf = (email: string) => test.db.select().from(users).where(eq(users.email, email));

describe('POST /api/auth/social-auth, signing up (product 3.18, 11.11)', () => {
  it('makes an account of a proven address, without a picture of another site, and signs in', async () => {
    const person = { email: 'grace@example.com', id: 'g-1' };
    const { status, body } = await signUp(person, { role: 'solver', expertiseAreas: ['COBOL'] });
    expect(status).toBe(200);
    expect(userIn(body)).toMatchObject({
      name: 'Grace Hopper',
      email: person.email,
      image: null,
      role: 'solver',
      expertiseAreas: ['COBOL'],
      isEmailVerified: true,
    });
    expect(await isIn(test, sessionIn(body))).toBe(true);
    expect(userIn((await logIn(person)).body)._id).toBe(userIn(body)._id);
  });

  it.each([
    ['whoever has none at the provider after the address', 'nameless', '', 'nameless'],
    ['nobody by what would mislead', 'turned', 'Grace\u202E\nHop\u200Bper\u001B[2J ', 'Grace Hopper[2J'],
    ['nobody by half a character', 'long', `${'a'.repeat(79)}😀`, 'a'.repeat(79)],
  ])('names %s', async (_what, id, name, shown) => {
    expect(userIn((await signUp({ email: `${id}@example.com`, id }, { name })).body).name).toBe(shown);
  });

  it('forgets the sign-ups of the address that were not proven', async () => {
    const email = 'squatted@example.com';
    await signUpAs(test, email, { password: 'password-of-another' });
    await signUp({ email, id: 'g-6' });
    expect(await test.db.$count(pendingSignUps, eq(pendingSignUps.email, email))).toBe(0);
    expect((await logInWithPassword(test, email, 'password-of-another')).status).toBe(401);
  });

  it('makes one account of two sign-ups at once, and signs in whoever has it already', async () => {
    const person = { email: 'two@example.com', id: 'g-7' };
    await Promise.all([signUp(person), signUp(person)]);
    const again = await signUp(person);
    expect(await accountsOf(person.email)).toMatchObject([{ id: userIn(again.body)._id }]);
  });

  it.each([true, false])('is for no password: whether the provider vouches for the address, %s', async (verified) => {
    const email = `no-password-${verified}@example.com`;
    await signUp({ email, id: email, verified });
    expect(await logInWithPassword(test, email, 'anything-at-all')).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
  });
});

describe('POST /api/auth/social-auth, signing in (product 3.18, 11.11)', () => {
  it('knows nobody before they signed up', async () => {
    expect(await logIn({ email: 'stranger@example.com', id: 's-1' })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials', message: 'No account uses this GitHub identity yet. Sign up first.' },
    });
    expect(await accountsOf('stranger@example.com')).toEqual([]);
  });

  it('signs in to the account of a proven address, and from then on whatever becomes of the address', async () => {
    const account = await test.user({ email: 'moved@example.com' });
    expect(userIn((await logIn({ email: 'moved@example.com', id: 's-2', type: 'google' })).body)._id).toBe(account.id);
    const later = await logIn({ email: 'new-address@example.com', id: 's-2', type: 'google', verified: false });
    expect(userIn(later.body)._id).toBe(account.id);
  });

  it('tells the same id of two providers apart', async () => {
    await signUp({ email: 'github-person@example.com', id: 's-3', type: 'github' });
    expect((await logIn({ email: 'google-person@example.com', id: 's-3', type: 'google' })).status).toBe(401);
  });

  // That no account changes: take-over.test.ts.
  it('says why an unproven address lets nobody into an account that exists', async () => {
    const { email } = await test.user();
    expect(await logIn({ email, id: 's-4', verified: false })).toMatchObject({
      status: 401,
      body: { code: 'identity_mismatch', message: expect.stringMatching(/^Email not verified/) },
    });
  });

  it('waits for the e-mail link where the provider does not vouch for the address, then the identity signs in', async () => {
    const person = { email: 'unproven@example.com', id: 'u-1', verified: false };
    const { body } = await signUp(person);
    const asked = userIn(body);
    expect(asked).toMatchObject({ isEmailVerified: false, name: 'Grace Hopper' });
    expect(await isIn(test, sessionIn(body))).toBe(false);
    expect(await accountsOf(person.email)).toEqual([]);
    const waiting = userIn((await logIn(person)).body);
    expect(waiting).toMatchObject({ _id: asked._id, isEmailVerified: false });
    expect(waiting).not.toHaveProperty('token');

    const proof = { payload: { idToken: idTokenFor(person.email) }, ...sessionIn(body) };
    const proven = { _id: asked._id, isEmailVerified: true, token: expect.any(String) };
    expect(userIn((await test.ask('POST', '/api/auth/verify-email', proof)).body)).toMatchObject(proven);
    expect(userIn((await logIn(person)).body)).toMatchObject(proven);
  });
});
