import { eq } from 'drizzle-orm';
import { problems } from '../platform/db/schema/problems.ts';
import { goodProblem } from '../features/problems/test-problems.ts';
import type { TestCaller } from '../testing/factories.ts';
import { createTestApp } from '../testing/test-app.ts';
import type { TestApp } from '../testing/test-app.ts';
import { emptyRedis, openRedisLine, redisForTests } from './test-redis.ts';
import { createReplica } from './test-replicas.ts';

const strict = { config: { rateLimitFactor: 1 } };
/** What a person may post in a day. */
const MOST = 20;

const ended: (() => Promise<void>)[] = [];
beforeEach(emptyRedis);
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end();
});

async function onDatabase(): Promise<TestApp[]> {
  const first = await createTestApp(strict);
  ended.push(first.close);
  const { db, ping, files } = first.ports;
  const second = await createTestApp({ ...strict, ports: { db, ping, files } });
  ended.push(second.close);
  return [first, second];
}

async function onRedis(url: string): Promise<TestApp[]> {
  const first = await createReplica(url, undefined, strict);
  ended.push(first.close);
  const second = await createReplica(url, first, strict);
  ended.push(second.close);
  return [first.app, second.app];
}

/** Posts all at once, on one server after the other. @returns how many were stored, once each of the others was told to wait */
async function postAtOnce(servers: TestApp[], as: TestCaller, times: number): Promise<number> {
  const posts = Array.from({ length: times }, (_, index) =>
    servers[index % servers.length]?.ask('POST', '/api/problems', { as, payload: goodProblem }),
  );
  for (const answer of await Promise.all(posts))
    if (answer?.status !== 201) expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
  return servers[0]?.db.$count(problems, eq(problems.userId, as.user.id)) ?? 0;
}

describe.each([
  ['one PostgreSQL', onDatabase],
  ['one Redis', () => onRedis(redisForTests().href)],
])('two servers on %s', (_where, start) => {
  it('let exactly as many through together as one may do, of fifty at once', async () => {
    const servers = await start();
    const poster = await servers[0]?.signedIn('seeker');
    const other = await servers[0]?.signedIn('seeker');
    if (poster === undefined || other === undefined) throw new Error('There is no server');
    expect(await postAtOnce(servers, poster, 50)).toBe(MOST);
    expect(await postAtOnce(servers, other, 1)).toBe(1);
  });
});

describe('while Redis is away', () => {
  it('each server counts by itself, by the same limits', async () => {
    const line = await openRedisLine();
    ended.push(line.close);
    const servers = await onRedis(line.url);
    const poster = await servers[0]?.signedIn('seeker');
    if (poster === undefined) throw new Error('There is no server');
    await line.cut();
    expect(await postAtOnce(servers, poster, 60)).toBe(2 * MOST);
  });
});
