import { socialIdentities } from '../schema.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('GET /api/auth/sign-in-methods', () => {
  it('tells a password', async () => {
    const { status, body } = await test.ask('GET', '/api/auth/sign-in-methods', { as: await test.signedIn('seeker') });
    expect(status).toBe(200);
    expect(body).toEqual({ status: true, methods: { password: true, github: false, google: false } });
  });

  it.each(['github', 'google'] as const)('tells %s, and whose it is stays with the server', async (type) => {
    const caller = await test.signedIn('solver', { passwordHash: null });
    await test.db.insert(socialIdentities).values({ type, socialId: `id-at-${type}`, userId: caller.user.id });
    const { body } = await test.ask('GET', '/api/auth/sign-in-methods', { as: caller });
    expect(body).toEqual({ status: true, methods: { password: false, github: false, google: false, [type]: true } });
  });

  it('needs a session', async () => {
    expect((await test.ask('GET', '/api/auth/sign-in-methods')).status).toBe(401);
  });
});
