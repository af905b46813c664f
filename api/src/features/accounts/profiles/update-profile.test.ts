import { eq } from 'drizzle-orm';
import { users } from '../schema.ts';
import type { UserRow } from '../schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { userIn } from '../../../testing/profiles.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

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

  it('has no effect on what is not of the profile, nor on anybody else', async () => {
    const other = await test.user();
    const caller = await test.signedIn('seeker');
    const { status, body } = await update(caller, {
      headline: 'Mine',
      _id: other.id,
      id: other.id,
      role: 'solver',
      email: 'mallory@example.com',
      isEmailVerified: false,
      passwordHash: 'x',
      password: 'x',
      createdAt: '2001-01-01T00:00:00.000Z',
      deletedAt: '2001-01-01T00:00:00.000Z',
      token: 'x',
      stats: { rating: 5, ratingCount: 900 },
      reviews: [{ rating: 5 }],
    });
    expect(status).toBe(200);
    expect(body['user']).not.toHaveProperty('token');
    expect(await rowOf(caller)).toEqual({ ...caller.user, headline: 'Mine' });
    expect((await test.db.select().from(users).where(eq(users.id, other.id)))[0]).toEqual(other);
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

  const skills = Array.from({ length: 21 }, (_, index) => `Skill ${index}`);

  it.each<[field: string, value: unknown, message: string]>([
    ['name', '', 'Name is required'],
    ['name', 'n'.repeat(81), 'Name cannot exceed 80 characters'],
    ['bio', 'b'.repeat(5000), 'Bio cannot exceed 4000 characters'],
    ['bio', 'a\0b', 'This text holds a character that cannot be stored'],
    ['bio', ['a'], 'This value has the wrong form'],
    ['headline', 'h'.repeat(101), 'Headline cannot exceed 100 characters'],
    ['website', 'javascript:alert(1)', 'Please enter a valid website address'],
    ['website', 'http://', 'Please enter a valid website address'],
    ['website', 'ftp://x.y', 'Please enter a valid website address'],
    ['github', 'https://evil.example/x', 'Please enter a GitHub user name or profile address'],
    ['country', 'us', 'Please choose a country'],
    ['country', 'QZ', 'Please choose a country'],
    ['country', 'USA', 'Please choose a country'],
    ['timeZone', 'Mars/Olympus', 'Please choose a time zone'],
    ['timeZone', '+02:00', 'Please choose a time zone'],
    ['expertiseAreas', skills, 'You can add up to 20 areas of expertise'],
    ['expertiseAreas', ['Go', 'GO'], 'Each area of expertise can be added once'],
    ['expertiseAreas', 'Go', 'This value has the wrong form'],
    ['image', 'https://evil.example/track.gif', 'Please upload the picture again'],
  ])('refuses the %s %j and changes nothing', async (field, value, message) => {
    const caller = await test.signedIn('solver', { expertiseAreas: ['Go'] });
    const answer = await update(caller, { location: 'Oslo', [field]: value });
    expect(answer).toMatchObject({ status: 422, body: { status: false, code: 'invalid', errors: { [field]: message } } });
    expect(await rowOf(caller)).toEqual(caller.user);
  });

  it.each([['[]'], ['"x"'], ['{"name":']])('refuses the body %s', async (payload) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await test.ask('PUT', '/api/auth/profile', { as: await test.signedIn('seeker'), headers, payload });
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });

  it('needs a session', async () => {
    expect((await update(undefined, { name: 'X' })).status).toBe(401);
    expect((await test.ask('PATCH', '/api/auth/profile', { payload: { name: 'X' } })).status).toBe(401);
  });

  it('can be called sixty times an hour from one network address, by either name', async () => {
    const limited = await createTestApp({ config: { rateLimitFactor: 0.05 } });
    const caller = await limited.signedIn('seeker');
    const ask = async (method: 'PUT' | 'PATCH') =>
      (await limited.ask(method, '/api/auth/profile', { as: caller, payload: {} })).status;
    expect([await ask('PUT'), await ask('PATCH'), await ask('PUT'), await ask('PATCH')]).toEqual([200, 200, 200, 429]);
    await limited.close();
  });
});
