import { eq } from 'drizzle-orm';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { userIn } from '../../../testing/profiles.ts';
import { users } from '../schema.ts';
import type { UserRow } from '../schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('the own profile (product 3.3, 3.19, 4.4)', () => {
  describe('GET /api/auth/profile', () => {
    it('answers the own account without a token or a password', async () => {
      const caller = await test.signedIn('solver', { name: 'Grace', expertiseAreas: ['COBOL'], headline: 'Compilers' });
      const { status, body } = await test.ask('GET', '/api/auth/profile', { as: caller });
      expect(status).toBe(200);
      expect(body).toEqual({
        status: true,
        user: {
          _id: caller.user.id,
          name: 'Grace',
          email: caller.user.email,
          image: null,
          role: 'solver',
          expertiseAreas: ['COBOL'],
          isEmailVerified: true,
          headline: 'Compilers',
          bio: '',
          location: '',
          country: '',
          timeZone: '',
          website: '',
          github: '',
          createdAt: caller.user.createdAt.toISOString(),
        },
      });
    });

    it.each([
      ['no token', {}],
      ['a made-up token', { authorization: 'Bearer made-up' }],
      ['another scheme', { authorization: 'Basic YTpi' }],
    ])('refuses %s', async (_what, headers) => {
      const { status, body } = await test.ask('GET', '/api/auth/profile', { headers });
      expect(status).toBe(401);
      expect(body).toEqual({ status: false, code: 'unauthenticated', message: 'Please sign in to go on.' });
    });
  });

  describe('PUT /api/auth/switch-role', () => {
    const switchRole = (as: Awaited<ReturnType<TestApp['signedIn']>> | undefined, payload: object) =>
      test.ask('PUT', '/api/auth/switch-role', { as, payload });

    it('makes a solver a seeker, and a seeker a solver', async () => {
      const solver = await test.signedIn('solver');
      const { status, body } = await switchRole(solver, { expertiseAreas: ['Go'] });
      expect(status).toBe(200);
      expect(userIn(body)).toMatchObject({ _id: solver.user.id, role: 'seeker', expertiseAreas: ['Go'] });
      expect(userIn((await switchRole(solver, { expertiseAreas: ['Rust'] })).body)).toMatchObject({
        role: 'solver',
        expertiseAreas: ['Rust'],
      });
    });

    it('changes nothing else, and nobody else (product 6.8)', async () => {
      const other = await test.user();
      const caller = await test.signedIn('solver', { name: 'Grace' });
      const { body } = await switchRole(caller, {
        expertiseAreas: ['Go'],
        _id: other.id,
        name: 'Mallory',
        email: 'm@example.com',
        isEmailVerified: false,
      });
      expect(userIn(body)).toMatchObject({ _id: caller.user.id, name: 'Grace', email: caller.user.email, isEmailVerified: true });
      expect(userIn((await test.ask('GET', `/api/auth/profile/${other.id}`)).body).role).toBe(other.role);
    });
  });
});

describe('changing it (product 5.6, 7.3)', () => {
  const update = (as: TestCaller | undefined, payload: object) => test.ask('PUT', '/api/auth/profile', { as, payload });

  async function rowOf({ user }: TestCaller): Promise<UserRow | undefined> {
    return (await test.db.select().from(users).where(eq(users.id, user.id)))[0];
  }

  const whole = {
    name: 'Grace Hopper',
    headline: 'Compilers',
    bio: '# Hello\n\n- **loud**\n- clear',
    location: 'Arlington',
    country: 'US',
    timeZone: 'America/New_York',
    website: 'https://grace.example',
    github: 'https://github.com/grace',
    expertiseAreas: ['COBOL', 'Go'],
  };

  describe('PUT /api/auth/profile', () => {
    it('changes what is given and answers the account', async () => {
      const caller = await test.signedIn('solver');
      const { status, body } = await update(caller, whole);
      expect(status).toBe(200);
      expect(userIn(body)).toMatchObject({ ...whole, _id: caller.user.id, email: caller.user.email, role: 'solver' });
      expect(await rowOf(caller)).toMatchObject(whole);
    });

    it('is what PATCH does, too', async () => {
      const caller = await test.signedIn('seeker', whole);
      const { status, body } = await test.ask('PATCH', '/api/auth/profile', { as: caller, payload: { headline: 'Retired' } });
      expect(status).toBe(200);
      expect(userIn(body)).toMatchObject({ ...whole, headline: 'Retired' });
    });

    it('leaves what is absent, also when nothing is given', async () => {
      const caller = await test.signedIn('solver', whole);
      for (const field of Object.entries({ name: 'G. H.', location: '', expertiseAreas: ['Go'] })) {
        const payload = Object.fromEntries([field]);
        expect(userIn((await update(caller, payload)).body)).toMatchObject(payload);
      }
      expect((await update(caller, {})).status).toBe(200);
      expect(await rowOf(caller)).toEqual({ ...caller.user, name: 'G. H.', location: '', expertiseAreas: ['Go'] });
    });

    it('asks a solver for an area of expertise, and a seeker for none', async () => {
      const solver = await test.signedIn('solver', { expertiseAreas: ['Go'] });
      expect(await update(solver, { expertiseAreas: [], headline: 'x' })).toMatchObject({
        status: 422,
        body: { code: 'invalid', errors: { expertiseAreas: 'Please add at least one area of expertise' } },
      });
      expect(await rowOf(solver)).toEqual(solver.user);
      const seeker = await test.signedIn('seeker', { expertiseAreas: ['Go'] });
      expect(userIn((await update(seeker, { expertiseAreas: [] })).body).expertiseAreas).toEqual([]);
    });
  });
});
