import { eq } from 'drizzle-orm';
import { DEVICE_HEADER } from '@solvent/contracts';
import { newToken } from '../../../platform/secrets/secrets.ts';
import { rateLimits } from '../../../platform/schema.ts';
import { knownDevices, socialIdentities } from '../../../schema/index.ts';
import type { UserRow } from '../../../schema/index.ts';
import { signIn, TEST_PASSWORD } from '../../../testing/factories.ts';
import { idTokenFor, createEmailLink } from '../../../testing/fake-identity.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';

const test = setUpTestApp({ config: { rateLimitFactor: 1 } });
beforeEach(async () => {
  await test.db.delete(rateLimits);
});

const HOME = '10.0.0.1';
const NEW = 'correct-horse-battery-9';

const deviceHeader = (device?: string) => (device === undefined ? {} : { [DEVICE_HEADER]: device });

async function logIn({ email }: Pick<UserRow, 'email'>, password: string, device?: string, ip = HOME): Promise<number> {
  const request = { payload: { email, password }, headers: deviceHeader(device), remoteAddress: ip };
  return (await test.request('POST', '/api/auth/login', request)).status;
}

/** Uses up the attempts of unknown devices at an account. */
async function exhaustAttempts(user: UserRow, tries = 100): Promise<void> {
  await test.deps.limits.consume('signIn', { ip: '10.9.0.1', account: user.email }, 50);
  await test.deps.limits.consume('signIn', { ip: '10.9.0.2', account: user.email }, tries - 50);
  expect(await logIn(user, TEST_PASSWORD, newToken(), '10.8.0.1')).toBe(429);
}

async function createUserWithDevice(): Promise<{ user: UserRow; device: string }> {
  const [user, device] = [await test.user(), newToken()];
  expect(await logIn(user, TEST_PASSWORD, device)).toBe(200);
  return { user, device };
}

const listDevices = (user: UserRow) => test.db.select().from(knownDevices).where(eq(knownDevices.userId, user.id));

describe('a device that signed in before (product 11.5)', () => {
  it('signs in from any network while the account is locked for unknown devices, and stores no secret', async () => {
    const { user, device } = await createUserWithDevice();
    await test.request('DELETE', '/api/auth/sessions', { as: await signIn(test.db, user) });
    const guesses = Array.from({ length: 100 }, (_, count) => logIn(user, 'wrong', newToken(), `10.9.0.${count % 20}`));
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]));
    expect(await logIn(user, TEST_PASSWORD, newToken(), '10.8.0.1')).toBe(429);
    expect(await logIn(user, TEST_PASSWORD, device)).toBe(200);
    expect(await logIn(user, TEST_PASSWORD, device, '10.9.0.1')).toBe(200);
    expect(JSON.stringify(await listDevices(user))).not.toContain(device);
  });

  it('signs in while its network is over the limit', async () => {
    const { user, device } = await createUserWithDevice();
    for (let count = 0; count < 60; count += 1) await logIn({ email: `nobody-${count}@example.com` }, 'wrong');
    expect(await logIn(await test.user(), TEST_PASSWORD)).toBe(429);
    expect(await logIn(user, TEST_PASSWORD, device)).toBe(200);
  });

  it('has five attempts of its own', async () => {
    const { user, device } = await createUserWithDevice();
    const statuses = await Promise.all(Array.from({ length: 50 }, () => logIn(user, 'wrong', device)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(45);
    expect(await logIn(user, TEST_PASSWORD, device)).toBe(429);
    expect(await logIn(user, TEST_PASSWORD)).toBe(200);
  });

  it('becomes unknown after twenty consecutive wrong passwords', async () => {
    const { user, device } = await createUserWithDevice();
    for (let round = 0; round < 4; round += 1) {
      await test.db.delete(rateLimits);
      for (let count = 0; count < 5; count += 1) expect(await logIn(user, 'wrong', device)).toBe(401);
    }
    await test.db.delete(rateLimits);
    await exhaustAttempts(user);
    expect(await logIn(user, TEST_PASSWORD, device)).toBe(429);
  });

  it('stays known if a correct password resets the count', async () => {
    const { user, device } = await createUserWithDevice();
    for (let round = 0; round < 6; round += 1) {
      for (let count = 0; count < 4; count += 1) expect(await logIn(user, 'wrong', device)).toBe(401);
      expect(await logIn(user, TEST_PASSWORD, device)).toBe(200);
    }
    await exhaustAttempts(user);
    expect(await logIn(user, TEST_PASSWORD, device)).toBe(200);
  });

  it('is known to its own account only', async () => {
    const { device } = await createUserWithDevice();
    const victim = await test.user();
    await exhaustAttempts(victim);
    expect(await logIn(victim, TEST_PASSWORD, device)).toBe(429);
  });

  it.each([
    ['by a link that sets a new password', '/api/auth/reset-password', { password: NEW }],
    [
      'with GitHub',
      '/api/auth/social-auth',
      { socialId: 'octocat', socialType: 'github', socialMethod: 'login', name: 'Ada', deviceToken: '' },
    ],
  ])('becomes known after signing in %s', async (_way, url, more) => {
    const [user, device] = [await test.user(), newToken()];
    await exhaustAttempts(user);
    const social = { type: 'github', id: 'octocat' } as const;
    await test.db.insert(socialIdentities).values({ type: 'github', socialId: social.id, userId: user.id });
    const payload = { idToken: idTokenFor(social), ...createEmailLink(user.email), ...more };
    expect(await test.request('POST', url, { payload, headers: deviceHeader(device) })).toMatchObject({ status: 200 });
    await test.db.delete(rateLimits);
    await exhaustAttempts(user);
    expect(await logIn(user, 'password' in more ? NEW : TEST_PASSWORD, device)).toBe(200);
  });

  it.each([
    ['changes the password', 'PUT', '/api/auth/password', () => ({ currentPassword: TEST_PASSWORD, password: NEW })],
    [
      'resets the password',
      'POST',
      '/api/auth/reset-password',
      ({ email }: UserRow) => ({ ...createEmailLink(email), password: NEW }),
    ],
  ] as const)(
    'becomes unknown when the user %s on another device, which becomes known',
    async (_what, method, url, buildPayload) => {
      const { user, device } = await createUserWithDevice();
      const here = newToken();
      expect(await logIn(user, TEST_PASSWORD, here)).toBe(200);
      const request = { as: await signIn(test.db, user), payload: buildPayload(user), headers: deviceHeader(here) };
      expect((await test.request(method, url, request)).status).toBe(200);
      await exhaustAttempts(user);
      expect([await logIn(user, NEW, device), await logIn(user, NEW, here)]).toEqual([429, 200]);
    },
  );

  it('is one of the twenty that signed in last', async () => {
    const { user, device } = await createUserWithDevice();
    for (let count = 0; count < 20; count += 1) expect(await logIn(user, TEST_PASSWORD, newToken())).toBe(200);
    expect(await listDevices(user)).toHaveLength(20);
    await exhaustAttempts(user);
    expect(await logIn(user, TEST_PASSWORD, device)).toBe(429);
  });

  it('is deleted after ninety days (/privacy)', async () => {
    const { user, device } = await createUserWithDevice();
    const lastUsedAt = new Date(Date.now() - 91 * 24 * 3600 * 1000);
    await test.db.update(knownDevices).set({ lastUsedAt }).where(eq(knownDevices.userId, user.id));
    await exhaustAttempts(user);
    expect(await logIn(user, TEST_PASSWORD, device)).toBe(429);
    await test.runJobs();
    expect(await listDevices(user)).toEqual([]);
  });
});

describe('an unknown device', () => {
  it.each(['', 'x', newToken().slice(1), `${newToken()}=`, 'x'.repeat(5000)])(
    'does not become known with the invalid secret %j',
    async (secret) => {
      const user = await test.user();
      expect(await logIn(user, TEST_PASSWORD, secret)).toBe(200);
      expect(await listDevices(user)).toEqual([]);
    },
  );

  it('signs in by an emailed link over the limit, as the error message suggests (product 11.12)', async () => {
    const { user } = await createUserWithDevice();
    for (let count = 0; count < 5; count += 1) expect(await logIn(user, 'wrong')).toBe(401);
    await exhaustAttempts(user, 95);
    const { body } = await test.request('POST', '/api/auth/login', { payload: { email: user.email, password: TEST_PASSWORD } });
    expect(body['message']).toContain('To get in now, choose a new password with "Forgot password?".');
    const payload = { ...createEmailLink(user.email), password: NEW };
    expect((await test.request('POST', '/api/auth/reset-password', { payload, remoteAddress: HOME })).status).toBe(200);
    expect(await logIn(user, NEW)).toBe(200);
  });
});
