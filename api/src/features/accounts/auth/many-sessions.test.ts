import type { SessionSummary } from '@solvent/contracts';
import { createSessions } from './sessions.ts';
import { signIn, TEST_PASSWORD } from '../../../testing/factories.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { leastTime } from '../../../testing/least-time.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { unheard } from '../../../testing/unheard.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { connect, listen, revoked } from '../../../testing/sign-in-sockets.ts';

let test: TestApp;
let address: string;
beforeAll(async () => {
  test = await createTestApp();
  address = await listen(test);
});
afterAll(() => test.close());

const isIn = async (as: TestCaller) => (await test.ask('GET', '/api/auth/profile', { as })).status === 200;
const logIn = ({ user }: TestCaller) =>
  test.ask('POST', '/api/auth/login', { payload: { email: user.email, password: TEST_PASSWORD } });

async function sessionsOf(as: TestCaller): Promise<SessionSummary[]> {
  // The answer's schema says so.
  return (await test.ask('GET', '/api/auth/sessions', { as })).body['sessions'] as SessionSummary[];
}

it('a person has twenty sessions at most: the oldest ends, and its page is told within a second', async () => {
  const took = await leastTime(1000, async () => {
    const oldest = await test.signedIn('seeker');
    const second = await signIn(test.db, oldest.user);
    const stranger = await test.signedIn('seeker');
    for (let count = 2; count < 20; count += 1) expect((await logIn(oldest)).status).toBe(200);
    expect([await isIn(oldest), await isIn(second)]).toEqual([true, true]);
    const [page, other] = await Promise.all([connect(address, oldest.token), connect(address, second.token)]);
    const told = revoked(page);
    const before = performance.now();
    expect((await logIn(oldest)).status).toBe(200);
    await told;
    const time = performance.now() - before;
    expect([await isIn(oldest), await isIn(second), await isIn(stranger)]).toEqual([false, true, true]);
    expect(other.connected).toBe(true);
    other.disconnect();
    expect(await sessionsOf(second)).toHaveLength(20);
    return time;
  });
  expect(took).toBeLessThan(1000);
});

it('a person has twenty sessions at most when sixty sign in at once, however they do', async () => {
  const { user } = await test.signedIn('seeker');
  const sessions = createSessions(test.db);
  const started = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      index % 2 === 0
        ? test.db.transaction((tx) => sessions.start(tx, unheard, user.id, { userAgent: 'Test' }))
        : logIn({ user, token: '', headers: { authorization: '' } }),
    ),
  );
  expect(started).toHaveLength(60);
  expect(await sessions.list(user.id)).toHaveLength(20);
});
