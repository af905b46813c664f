import { eq } from 'drizzle-orm';
import { rateLimits } from '../../../platform/schema.ts';
import { sessions } from '../../../schema/index.ts';
import { TEST_PASSWORD, testPasswordHasher } from '../../../testing/factories.ts';
import { createTestApp, setUpTestApp } from '../../../testing/test-app.ts';
import type { PasswordHasher } from './passwords.ts';
import { isSignedIn, getSessionHeaders, signUpAs, getSortedStatuses, getUser } from '../../../testing/accounts.ts';

const verified: (string | undefined)[] = [];
/** Records what is compared: the work must not reveal whether an address is known. */
const recordingPasswords: PasswordHasher = {
  hash: testPasswordHasher.hash,
  verify: (stored, password) => {
    verified.push(stored);
    return testPasswordHasher.verify(stored, password);
  },
};

const test = setUpTestApp({ config: { rateLimitFactor: 1 }, ports: { passwords: recordingPasswords } });
beforeEach(async () => {
  verified.length = 0;
  await test.db.delete(rateLimits);
});

const WRONG = { status: false, code: 'invalid_credentials', message: 'The email address or the password is wrong.' };

function logIn(email: string, password: string, ip = '10.0.0.1') {
  return test.request('POST', '/api/auth/login', { payload: { email, password }, remoteAddress: ip });
}

async function failTimes(times: number, email: string, ip?: string): Promise<void> {
  for (let count = 0; count < times; count += 1) expect((await logIn(email, 'wrong', ip)).status).toBe(401);
}

describe('POST /api/auth/login (product 4.2, 11.11)', () => {
  it('returns the user with a token in any case of the address, and stores only the hash of the token', async () => {
    const { id } = await test.user({ email: 'ada@example.com', name: 'Ada' });
    const { status, body } = await logIn('Ada@Example.com', TEST_PASSWORD);
    expect(status).toBe(200);
    expect(getUser(body)).toMatchObject({ name: 'Ada', email: 'ada@example.com', isEmailVerified: true });
    expect(await isSignedIn(test, getSessionHeaders(body))).toBe(true);
    const stored = await test.db.select().from(sessions).where(eq(sessions.userId, id));
    expect(JSON.stringify(stored)).not.toContain(getUser(body).token);
  });

  it('returns a pending sign-up without a token', async () => {
    await signUpAs(test, 'pending@example.com');
    const { status, body } = await logIn('pending@example.com', 'difference-engine');
    expect(status).toBe(200);
    expect(getUser(body)).toMatchObject({ email: 'pending@example.com', isEmailVerified: false });
    expect(getUser(body)).not.toHaveProperty('token');
  });

  it('returns the same error for an unknown address and a wrong password', async () => {
    const user = await test.user();
    for (const email of [user.email, 'nobody@example.com'])
      expect(await logIn(email, 'wrong')).toMatchObject({ status: 401, body: WRONG });
    expect(verified).toEqual([user.passwordHash, undefined]);
  });

  it('accepts an existing guessable password', async () => {
    const user = await test.user({ passwordHash: await testPasswordHasher.hash('password') });
    expect((await logIn(user.email, 'password')).status).toBe(200);
  });
});

describe('guessing passwords (product 9.17)', () => {
  it('is limited after five failures, also with the correct password and for an unknown address', async () => {
    const user = await test.user();
    await failTimes(5, user.email);
    const { status, body, headers } = await logIn(user.email, TEST_PASSWORD);
    expect(status).toBe(429);
    expect(body).toEqual({
      status: false,
      code: 'rate_limited',
      message:
        'Too many tries. Please wait 15 minutes and try again. To get in now, choose a new password with "Forgot password?".',
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(600);
    expect(verified).toHaveLength(5);
    await failTimes(5, 'ghost@example.com');
    expect((await logIn('ghost@example.com', 'wrong')).status).toBe(429);
  });

  it('does not lock out the owner in another network; an IPv6 /64 counts as one network', async () => {
    const user = await test.user();
    for (let host = 1; host <= 5; host += 1) await failTimes(1, user.email, `2001:db8::${host}`);
    expect((await logIn(user.email, TEST_PASSWORD, '2001:db8::ffff')).status).toBe(429);
    expect((await logIn(user.email, TEST_PASSWORD, '2001:db8:0:1::1')).status).toBe(200);
    expect((await logIn(user.email, TEST_PASSWORD, '10.0.0.2')).status).toBe(200);
  });

  it('is limited for concurrent requests', async () => {
    const user = await test.user();
    const responses = await Promise.all(Array.from({ length: 15 }, () => logIn(user.email, 'wrong')));
    expect(getSortedStatuses(responses)).toEqual([...Array(5).fill(401), ...Array(10).fill(429)]);
  });

  it('resets the count after a correct password', async () => {
    const user = await test.user();
    await failTimes(4, user.email);
    expect((await logIn(user.email, TEST_PASSWORD)).status).toBe(200);
    await failTimes(5, user.email);
  });

  it('allows sixty failures from one network', async () => {
    await test.deps.limits.consume('signIn', { ip: '10.0.0.1', account: 'others' }, 59);
    await failTimes(1, 'person-60@example.com');
    expect((await logIn('person-61@example.com', 'wrong')).status).toBe(429);
  });

  it('does not lock a network because of failures at one account', async () => {
    const [clumsy, colleague] = [await test.user(), await test.user()];
    for (let count = 0; count < 80; count += 1) await logIn(clumsy.email, 'wrong');
    expect((await logIn(colleague.email, TEST_PASSWORD)).status).toBe(200);
  });

  it('accepts sixty concurrent correct passwords, keeps twenty sessions and locks no one (product 9.12)', async () => {
    const [user, colleague] = [await test.user(), await test.user()];
    const responses = await Promise.all(Array.from({ length: 60 }, () => logIn(user.email, TEST_PASSWORD)));
    expect(getSortedStatuses(responses)).toEqual(Array(60).fill(200));
    expect(await test.db.$count(sessions, eq(sessions.userId, user.id))).toBe(20);
    expect((await logIn(colleague.email, TEST_PASSWORD)).status).toBe(200);
    await failTimes(5, user.email);
  });

  it('compares at most twenty passwords of a /48 at one account, and leaves other networks their attempts', async () => {
    const user = await test.user();
    const addresses = Array.from({ length: 40 }, (_, index) => `2001:db8:7:${(index * 0x101).toString(16)}::1`);
    const responses = await Promise.all(addresses.map((ip) => logIn(user.email, 'wrong', ip)));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(20);
    expect(verified).toHaveLength(20);
    expect((await logIn(user.email, TEST_PASSWORD, '2001:db8:8::1')).status).toBe(200);
  });

  it('does not count failed comparisons', async () => {
    const broken: PasswordHasher = { ...testPasswordHasher, verify: () => Promise.reject(new Error('Too busy')) };
    const busy = await createTestApp({ config: { rateLimitFactor: 1 }, ports: { db: test.db, passwords: broken } });
    const user = await test.user();
    const payload = { email: user.email, password: TEST_PASSWORD };
    for (let count = 0; count < 6; count += 1)
      expect((await busy.request('POST', '/api/auth/login', { payload, remoteAddress: '10.0.0.1' })).status).toBe(500);
    expect((await logIn(user.email, TEST_PASSWORD)).status).toBe(200);
    await busy.close();
  });
});
