import { SOCKET_LIMIT_CODE } from '@solvent/contracts';
import { listSessions } from '../features/accounts/auth/sessions.ts';
import { newToken } from '../platform/secrets/secrets.ts';
import { rateLimits } from '../platform/schema.ts';
import { received } from '../testing/sockets.ts';
import { signIn, TEST_PASSWORD } from '../testing/factories.ts';
import { createTestApp } from '../testing/test-app.ts';
import type { TestApp } from '../testing/test-app.ts';
import { createReplica } from '../testing/replicas.ts';
import { waitUntil } from '../testing/wait-until.ts';
import type { Replica } from '../testing/replicas.ts';
import { flushRedis, getTestRedisUrl } from '../testing/redis.ts';

const count = <Value>(values: Value[], wanted: Value) => values.filter((value) => value === wanted).length;

type Servers = readonly [here: TestApp, there: TestApp];

/** So many sign-ins at once, from one address, by turns through each of the servers. */
async function logIns([here, there]: Servers, times: number, payload: object): Promise<number[]> {
  const request = { payload, remoteAddress: '10.0.0.1' };
  const login = (index: number) => (index % 2 === 0 ? here : there).request('POST', '/api/auth/login', request);
  const answers = await Promise.all(Array.from({ length: times }, (_, index) => login(index)));
  return answers.map(({ status }) => status);
}

describe.each(['the database alone', 'Redis'])('two servers that count on %s', (store) => {
  let close: () => Promise<void>;
  let servers: Servers;

  beforeAll(async () => {
    const config = { rateLimitFactor: 1 };
    if (store === 'Redis') {
      await flushRedis();
      const here = await createReplica(getTestRedisUrl().href, undefined, { config });
      const there = await createReplica(getTestRedisUrl().href, here, { config });
      servers = [here.app, there.app];
      close = async () => {
        await there.close();
        await here.close();
      };
      return;
    }
    const here = await createTestApp({ config });
    const there = await createTestApp({ config, ports: { db: here.db, ping: here.ports.ping } });
    servers = [here, there];
    close = async () => {
      await there.close();
      await here.close();
    };
  });
  beforeEach(async () => {
    await servers[0].db.delete(rateLimits);
    if (store === 'Redis') await flushRedis();
  });
  afterAll(() => close());

  it('compare five of fifty wrong passwords at once', async () => {
    const answers = await logIns(servers, 50, { email: 'nobody@example.com', password: 'wrong' });
    expect([count(answers, 401), count(answers, 429)]).toEqual([5, 45]);
  });

  it('let sixty right ones in at once, of which twenty stay', async () => {
    const [here] = servers;
    const user = await here.user();
    const answers = await logIns(servers, 60, { email: user.email, password: TEST_PASSWORD });
    expect(count(answers, 200)).toBe(60);
    expect(await listSessions(here.db, user.id)).toHaveLength(20);
  });

  it('know a device that signed in at the other one', async () => {
    const [here, there] = servers;
    const user = await here.user();
    const request = { payload: { email: user.email, password: TEST_PASSWORD }, headers: { 'x-device': newToken() } };
    expect((await here.request('POST', '/api/auth/login', request)).status).toBe(200);
    await logIns(servers, 10, { email: user.email, password: 'wrong' });
    const elsewhere = { ...request, remoteAddress: '10.0.0.1' };
    expect((await there.request('POST', '/api/auth/login', { ...elsewhere, headers: {} })).status).toBe(429);
    expect((await there.request('POST', '/api/auth/login', elsewhere)).status).toBe(200);
  });
});

describe('the sockets of one person on two servers', () => {
  let here: Replica;
  let there: Replica;
  beforeAll(async () => {
    await flushRedis();
    here = await createReplica(getTestRedisUrl().href);
    there = await createReplica(getTestRedisUrl().href, here);
  });
  afterEach(() => [here, there].forEach(({ sockets }) => sockets.disconnectAll()));
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  it('are twenty together', async () => {
    const caller = await here.app.signedIn('seeker');
    const open = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index < 10 ? here : there).sockets.connectAs(caller)),
    );
    for (const { sockets } of [here, there]) {
      const refused = await received<Error & { data?: unknown }>(sockets.connect({ token: caller.token }), 'connect_error');
      expect(refused.data).toEqual({ code: SOCKET_LIMIT_CODE });
    }
    open[0]?.disconnect();
    await waitUntil(async () => {
      const socket = there.sockets.connect({ token: caller.token });
      return Promise.race([received(socket, 'connect').then(() => true), received(socket, 'connect_error').then(() => false)]);
    });
  });

  it('are told when their session is the oldest of twenty-one', async () => {
    const caller = await here.app.signedIn('seeker');
    for (let number = 1; number < 20; number += 1) await signIn(here.app.db, caller.user);
    const socket = await there.sockets.connectAs(caller);
    const over = Promise.all([received(socket, 'session_revoked'), received(socket, 'disconnect')]);
    await here.app.request('POST', '/api/auth/login', { payload: { email: caller.user.email, password: TEST_PASSWORD } });
    expect(await over).toHaveLength(2);
  });
});
