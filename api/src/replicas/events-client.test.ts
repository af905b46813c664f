import { emptyRedis, openRedisLine } from '../testing/redis.ts';
import type { RedisLine } from '../testing/redis.ts';
import { until } from '../testing/replicas.ts';
import { EventsClient } from '../platform/redis/events-client.ts';

let line: RedisLine;
let client: EventsClient;

beforeEach(async () => {
  await emptyRedis();
  line = await openRedisLine();
  client = new EventsClient(line.url, { retryStrategy: () => 50 });
  client.on('error', () => undefined);
  await until(async () => client.status === 'ready');
});
afterEach(async () => {
  for (const redis of [client, ...client.followers]) redis.disconnect();
  await line.close();
});

const add = (says: string) => client.xadd('events', '*', 'says', says);
const added = async () => (await client.xrange('events', '-', '+')).map(([, [, says]]) => says);

describe('the client of the adapter', () => {
  it('reads on from where it was certainly, though it is asked for what comes from now on', async () => {
    client.position = (await add('before')) ?? undefined;
    await add('between two reads');
    const read = await client.duplicate().xread('BLOCK', 1000, 'STREAMS', 'events', '$');
    expect(read?.map(([, entries]) => entries.map(([, [, says]]) => says))).toEqual([['between two reads']]);
  });

  it('adds what was said while Redis was away, in order and with a bound, and says at once that it could not', async () => {
    await add('before');
    await line.cut();
    await until(async () => client.status !== 'ready');
    const texts = Array.from({ length: 5001 }, (_, index) => `${index}`);
    const outcomes = await Promise.allSettled(['{"volatile":true}', ...texts].map(add));
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
    await line.mend();
    await until(async () => (await added()).length > 5000);
    expect(await added()).toEqual(['before', ...texts.slice(0, 5000)]);
  });
});
