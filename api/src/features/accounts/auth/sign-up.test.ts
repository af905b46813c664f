import { eq } from 'drizzle-orm';
import { pendingSignUps, users } from '../schema.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { userIn } from '../../../testing/accounts.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

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

  it('asks a solver for an area of expertise', async () => {
    const { status, body } = await signUp({ ...ada, email: 'none@example.com', role: 'solver', expertiseAreas: [] });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'invalid', errors: { expertiseAreas: 'Please add at least one area of expertise' } });
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

  it('stores no field that the server owns', async () => {
    const owned = {
      _id: '00000000-0000-7000-8000-000000000000',
      isEmailVerified: true,
      image: 'x',
      createdAt: '2001-01-01T00:00:00.000Z',
      token: 'x',
    };
    const { body } = await signUp({ ...ada, email: 'owned@example.com', ...owned });
    expect(userIn(body)).toMatchObject({ isEmailVerified: false, image: null });
    expect(userIn(body)._id).not.toBe(owned._id);
    expect(userIn(body).createdAt).not.toBe(owned.createdAt);
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
