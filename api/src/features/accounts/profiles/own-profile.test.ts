import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { userIn } from '../../../testing/profiles.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

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

  it('keeps the role that is asked for', async () => {
    const { body } = await switchRole(await test.signedIn('seeker'), { expertiseAreas: ['Go'], role: 'seeker' });
    expect(userIn(body).role).toBe('seeker');
  });

  it('changes nothing else, and nobody else', async () => {
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

  it('asks for an area of expertise, once each', async () => {
    const solver = await test.signedIn('solver');
    expect((await switchRole(solver, {})).body).toMatchObject({
      code: 'invalid',
      errors: { expertiseAreas: 'Please add at least one area of expertise' },
    });
    expect((await switchRole(solver, { expertiseAreas: ['Go', 'go'] })).body).toMatchObject({
      errors: { expertiseAreas: 'Each area of expertise can be added once' },
    });
  });

  it('needs a session', async () => {
    expect((await switchRole(undefined, { expertiseAreas: ['Go'] })).status).toBe(401);
  });
});
