import { eq } from 'drizzle-orm';
import type { Role, SocialMethod, SocialType } from '@solvent/contracts';
import { pendingSignUps, users } from '../schema.ts';
import { idTokenFor } from '../../../testing/fake-identity.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { signUpAs, userIn } from '../../../testing/accounts.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

interface Person {
  email: string;
  id: string;
  type?: SocialType;
  verified?: boolean;
}

const payloadOf = ({ email, id, type = 'github', verified = true }: Person, socialMethod: SocialMethod) => ({
  email,
  socialId: id,
  socialType: type,
  socialMethod,
  name: 'Grace Hopper',
  image: 'https://pictures.example/grace.png',
  idToken: idTokenFor(email, verified, { type, id }),
});
const send = (payload: object) => test.ask('POST', '/api/auth/social-auth', { payload });
const logIn = (person: Person) => send(payloadOf(person, 'login'));
const signUp = (person: Person, changes: { role?: Role; expertiseAreas?: string[]; name?: string } = {}) =>
  send({ ...payloadOf(person, 'signup'), role: 'seeker', ...changes });
const accountsOf = (email: string) => test.db.select().from(users).where(eq(users.email, email));

describe('POST /api/auth/social-auth, signing up (product 3.18, 11.11)', () => {
  it('makes an account of a proven address and signs in', async () => {
    const person = { email: 'grace@example.com', id: 'g-1' };
    const { status, body } = await signUp(person, { role: 'solver', expertiseAreas: ['COBOL'] });
    expect(status).toBe(200);
    expect(userIn(body)).toMatchObject({
      name: 'Grace Hopper',
      email: person.email,
      role: 'solver',
      expertiseAreas: ['COBOL'],
      isEmailVerified: true,
    });
    const headers = { authorization: `Bearer ${userIn(body).token ?? ''}` };
    expect((await test.ask('GET', '/api/auth/profile', { headers })).status).toBe(200);
    expect(userIn((await logIn(person)).body)._id).toBe(userIn(body)._id);
  });

  it('has no picture of another site on its pages', async () => {
    expect(userIn((await signUp({ email: 'picture@example.com', id: 'g-2' })).body).image).toBeNull();
  });

  it('names whoever has no name at the provider after the address', async () => {
    expect(userIn((await signUp({ email: 'nameless@example.com', id: 'g-3' }, { name: '' })).body).name).toBe('nameless');
  });

  it('takes what would mislead from a name that the provider gave', async () => {
    const person = { email: 'turned@example.com', id: 'g-31' };
    const { body } = await signUp(person, { name: 'Grace\u202E\nHop\u200Bper\u001B[2J ' });
    expect(userIn(body).name).toBe('Grace Hopper[2J');
    const long = await signUp({ email: 'long@example.com', id: 'g-32' }, { name: `${'a'.repeat(79)}😀` });
    expect(userIn(long.body).name).toBe('a'.repeat(79));
  });

  it('makes an account that no password signs in to', async () => {
    await signUp({ email: 'no-password@example.com', id: 'g-4' });
    const payload = { email: 'no-password@example.com', password: 'anything-at-all' };
    expect((await test.ask('POST', '/api/auth/login', { payload })).body).toMatchObject({ code: 'invalid_credentials' });
  });

  it('signs in whoever has an account already', async () => {
    const person = { email: 'again@example.com', id: 'g-5' };
    const first = userIn((await signUp(person)).body);
    expect(userIn((await signUp(person)).body)._id).toBe(first._id);
  });

  it('forgets the sign-ups of the address that were not proven', async () => {
    await signUpAs(test, 'squatted@example.com', { password: 'password-of-another' });
    await signUp({ email: 'squatted@example.com', id: 'g-6' });
    expect(await test.db.select().from(pendingSignUps).where(eq(pendingSignUps.email, 'squatted@example.com'))).toEqual([]);
    const payload = { email: 'squatted@example.com', password: 'password-of-another' };
    expect((await test.ask('POST', '/api/auth/login', { payload })).status).toBe(401);
  });

  it('makes one account of two sign-ups at once', async () => {
    const person = { email: 'two@example.com', id: 'g-7' };
    await Promise.all([signUp(person), signUp(person)]);
    expect(await accountsOf(person.email)).toHaveLength(1);
  });
});

describe('POST /api/auth/social-auth, signing in (product 3.18, 11.11)', () => {
  it('knows nobody before they signed up', async () => {
    const { status, body } = await logIn({ email: 'stranger@example.com', id: 's-1' });
    expect(status).toBe(401);
    expect(body).toMatchObject({
      code: 'invalid_credentials',
      message: 'No account uses this GitHub identity yet. Sign up first.',
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

  it.each(['login', 'signup'] as const)('never lets an unproven address into an account that exists (%s)', async (method) => {
    const email = `victim-of-${method}@example.com`;
    await test.user({ email });
    const { status, body } = await send({ ...payloadOf({ email, id: `a-${method}`, verified: false }, method), role: 'seeker' });
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: 'identity_mismatch', message: expect.stringMatching(/^Email not verified/) });
    expect(body).not.toHaveProperty('user');
  });
});

describe('POST /api/auth/social-auth with an address that the provider does not vouch for', () => {
  it('waits for the e-mail link, then the identity signs in', async () => {
    const person = { email: 'unproven@example.com', id: 'u-1', verified: false };
    const asked = userIn((await signUp(person)).body);
    expect(asked).toMatchObject({ isEmailVerified: false, name: 'Grace Hopper' });
    expect(await accountsOf(person.email)).toEqual([]);
    const waiting = userIn((await logIn(person)).body);
    expect(waiting).toMatchObject({ _id: asked._id, isEmailVerified: false });
    expect(waiting).not.toHaveProperty('token');

    const headers = { authorization: `Bearer ${asked.token ?? ''}` };
    const proof = { payload: { idToken: idTokenFor(person.email) }, headers };
    expect(userIn((await test.ask('POST', '/api/auth/verify-email', proof)).body)).toMatchObject({
      _id: asked._id,
      isEmailVerified: true,
    });
    expect(userIn((await logIn(person)).body)).toMatchObject({
      _id: asked._id,
      isEmailVerified: true,
      token: expect.any(String),
    });
  });

  it('gives a token that can do nothing but prove the address', async () => {
    const { body } = await signUp({ email: 'unproven-2@example.com', id: 'u-2', verified: false });
    const headers = { authorization: `Bearer ${userIn(body).token ?? ''}` };
    expect((await test.ask('GET', '/api/auth/profile', { headers })).status).toBe(401);
  });

  it('cannot be signed in to with a password', async () => {
    await signUp({ email: 'unproven-3@example.com', id: 'u-3', verified: false });
    const payload = { email: 'unproven-3@example.com', password: 'anything-at-all' };
    expect((await test.ask('POST', '/api/auth/login', { payload })).status).toBe(401);
  });
});
