import { eq } from 'drizzle-orm';
import { setUpTestApp } from '../../testing/test-app.ts';
import { getUser } from '../../testing/accounts.ts';
import { users } from '../../schema/index.ts';
import type { UserRow } from '../../schema/index.ts';
import type { TestCaller } from '../../testing/factories.ts';

const test = setUpTestApp();

const fullProfile = {
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

async function readUser({ user }: TestCaller): Promise<UserRow | undefined> {
  return (await test.db.select().from(users).where(eq(users.id, user.id)))[0];
}

describe('GET /api/auth/profile (product 3.3)', () => {
  it('returns the own account without a token or a password', async () => {
    const caller = await test.signedIn('solver', fullProfile);
    const { status, body } = await test.request('GET', '/api/auth/profile', { as: caller });
    expect(status).toBe(200);
    const { id, email } = caller.user;
    expect(getUser(body)).toMatchObject({ ...fullProfile, _id: id, email, role: 'solver', image: null, isEmailVerified: true });
    expect(JSON.stringify(body)).not.toMatch(/token|password/i);
  });

  it('rejects another authentication scheme than Bearer', async () => {
    expect(await test.request('GET', '/api/auth/profile', { headers: { authorization: 'Basic YTpi' } })).toMatchObject({
      status: 401,
      body: { status: false, code: 'unauthenticated', message: 'Please sign in to go on.' },
    });
  });
});

describe('PUT /api/auth/switch-role (product 3.19, 4.4)', () => {
  it('switches between solver and seeker, and changes nothing else (product 6.8)', async () => {
    const [other, caller] = [await test.user(), await test.signedIn('solver', fullProfile)];
    const switchTo = async (payload: object) =>
      getUser((await test.request('PUT', '/api/auth/switch-role', { as: caller, payload })).body);
    const foreign = { _id: other.id, name: 'Mallory', email: 'm@example.com', isEmailVerified: false };
    expect(await switchTo({ expertiseAreas: ['Go'], ...foreign })).toMatchObject({ role: 'seeker', expertiseAreas: ['Go'] });
    expect(await switchTo({ expertiseAreas: ['Rust'] })).toMatchObject({ role: 'solver', expertiseAreas: ['Rust'] });
    expect(await readUser(caller)).toEqual({ ...caller.user, expertiseAreas: ['Rust'] });
    expect((await test.db.select().from(users).where(eq(users.id, other.id)))[0]).toEqual(other);
  });
});

describe.each(['PUT', 'PATCH'] as const)('%s /api/auth/profile (product 5.6, 7.3)', (method) => {
  const update = (as: TestCaller, payload: object) => test.request(method, '/api/auth/profile', { as, payload });

  it('changes the given fields and returns the account', async () => {
    const caller = await test.signedIn('solver');
    const { status, body } = await update(caller, fullProfile);
    expect(status).toBe(200);
    expect(getUser(body)).toMatchObject({ ...fullProfile, _id: caller.user.id, email: caller.user.email, role: 'solver' });
    expect(await readUser(caller)).toMatchObject(fullProfile);
  });

  it('keeps absent fields, also with an empty body', async () => {
    const caller = await test.signedIn('solver', fullProfile);
    for (const payload of [{ name: 'G. H.' }, { location: '' }, { expertiseAreas: ['Go'] }])
      expect(getUser((await update(caller, payload)).body)).toMatchObject(payload);
    expect((await update(caller, {})).status).toBe(200);
    expect(await readUser(caller)).toEqual({ ...caller.user, name: 'G. H.', location: '', expertiseAreas: ['Go'] });
  });

  it('requires an area of expertise from a solver, not from a seeker', async () => {
    const solver = await test.signedIn('solver', { expertiseAreas: ['Go'] });
    expect(await update(solver, { expertiseAreas: [], headline: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'invalid', errors: { expertiseAreas: 'Please add at least one area of expertise' } },
    });
    expect(await readUser(solver)).toEqual(solver.user);
    const seeker = await test.signedIn('seeker', { expertiseAreas: ['Go'] });
    expect(getUser((await update(seeker, { expertiseAreas: [] })).body).expertiseAreas).toEqual([]);
  });
});
