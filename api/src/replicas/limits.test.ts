import { eq } from 'drizzle-orm';
import { problems } from '../features/marketplace/schema.ts';
import { goodProblem } from '../testing/problems.ts';
import type { TestCaller } from '../testing/factories.ts';
import { createTestApp } from '../testing/test-app.ts';
import type { TestApp } from '../testing/test-app.ts';
import { emptyRedis, openRedisLine, redisForTests } from '../testing/redis.ts';
import { createReplica } from '../testing/replicas.ts';

const strict = { config: { rateLimitFactor: 1 } };
/** What a person may post in a day. */
const MOST = 20;

const ended: (() => Promise<void>)[] = [];
beforeEach(emptyRedis);
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end();
});

async function onDatabase(): Promise<[TestApp, TestApp]> {
  const first = await createTestApp(strict);
  ended.push(first.close);
  const { db, ping, files } = first.ports;
  const second = await createTestApp({ ...strict, ports: { db, ping, files } });
  ended.push(second.close);
  return [first, second];
}

async function onRedis(url: string): Promise<[TestApp, TestApp]> {
  const first = await createReplica(url, undefined, strict);
  ended.push(first.close);
  const second = await createReplica(url, first, strict);
  ended.push(second.close);
  return [first.app, second.app];
}

/** Posts all at once, on one server after the other. @returns how many were stored, and how many were told to wait */
async function postAtOnce([first, second]: [TestApp, TestApp], as: TestCaller, times: number) {
  const post = (index: number) => (index % 2 === 0 ? first : second).ask('POST', '/api/problems', { as, payload: goodProblem });
  const answers = await Promise.all(Array.from({ length: times }, (_, index) => post(index)));
  const told = answers.filter(({ status, headers }) => status === 429 && Number(headers['retry-after']) > 0).length;
  return { stored: await first.db.$count(problems, eq(problems.userId, as.user.id)), told };
}

describe.each([
  ['one PostgreSQL', onDatabase],
  ['one Redis', () => onRedis(redisForTests().href)],
])('two servers on %s', (_where, start) => {
  it('let exactly as many through together as one may do, of fifty at once', async () => {
    const servers = await start();
    // Connections that are still to be opened take some of the time after which a server counts by itself.
    await postAtOnce(servers, await servers[0].signedIn('seeker'), MOST);
    const poster = await servers[0].signedIn('seeker');
    expect(await postAtOnce(servers, poster, 50)).toEqual({ stored: MOST, told: 50 - MOST });
    expect(await postAtOnce(servers, await servers[0].signedIn('seeker'), 1)).toEqual({ stored: 1, told: 0 });
  });
});

describe('while Redis is away', () => {
  it('each server counts by itself, by the same limits', async () => {
    const line = await openRedisLine();
    ended.push(line.close);
    const servers = await onRedis(line.url);
    const poster = await servers[0].signedIn('seeker');
    await line.cut();
    expect(await postAtOnce(servers, poster, 60)).toEqual({ stored: 2 * MOST, told: 60 - 2 * MOST });
  });
});
