import { setImmediate as turn } from 'node:timers/promises';
import { createLogger } from '../platform/log.ts';
import { openEventStream } from '../platform/redis/event-stream.ts';
import type { EventStream, RoomMessage } from '../platform/redis/event-stream.ts';
import { connectRedis } from '../platform/redis/redis.ts';
import { flushRedis, openRedisProxy } from '../testing/redis.ts';
import type { RedisProxy } from '../testing/redis.ts';
import { waitUntil } from '../testing/wait-until.ts';

const silent = createLogger({ logLevel: 'silent' });

/** A server at the stream: what it heard, and how often it may have left something out. */
interface Server {
  stream: EventStream;
  heard: unknown[];
  gaps: () => number;
  /** What is in the stream: how many sayings each entry has. */
  entries: () => Promise<number[]>;
  close: () => void;
}

let line: RedisProxy;
const servers: Server[] = [];

beforeEach(async () => {
  await flushRedis();
  line = await openRedisProxy();
});
afterEach(async () => {
  for (const { close } of servers.splice(0)) close();
  await line.close();
});

async function join(): Promise<Server> {
  const redis = connectRedis(line.url, silent);
  const heard: unknown[] = [];
  let gaps = 0;
  const hear = ({ payload }: RoomMessage) => heard.push(payload?.[0]);
  const stream = openEventStream(redis, { onMessage: hear, onGap: () => (gaps += 1) });
  const entries = async () => {
    // On the connection that says: the one for commands may come back later.
    const all = await redis.events.xrange('solvent:events', '-', '+');
    // Entries are lists of names and values, as this server wrote them.
    return all.flatMap(([, fields]) => (fields[2] === 'says' ? [(JSON.parse(fields[3] ?? '') as unknown[]).length] : []));
  };
  const close = () => {
    stream.close();
    redis.close();
  };
  const server = { stream, heard, gaps: () => gaps, entries, close };
  servers.push(server);
  // It reads from now on.
  await waitUntil(async () => gaps > 0);
  return server;
}

const saying = (text: unknown, isFleeting = false): RoomMessage => ({
  room: 'a',
  event: 'message',
  payload: [text],
  isVolatile: isFleeting,
});

describe('the stream of events', () => {
  it('brings to all others what one says, in order, and what is said at once as one entry', async () => {
    const [one, two, three] = [await join(), await join(), await join()];
    for (const text of ['first', 'second', 'third']) one.stream.publish(saying(text));
    await turn();
    one.stream.publish(saying('later'));
    expect(await one.stream.flush()).toBe(true);
    for (const { heard } of [two, three]) await waitUntil(async () => heard.length === 4);
    expect([two.heard, three.heard, one.heard]).toEqual([
      ['first', 'second', 'third', 'later'],
      ['first', 'second', 'third', 'later'],
      [],
    ]);
    expect(await one.entries()).toEqual([3, 1]);
  });

  it('has gone out only with what was said in this very turn', async () => {
    const [one, two] = [await join(), await join()];
    one.stream.publish(saying('just now'));
    await one.stream.flush();
    expect(await one.entries()).toEqual([1]);
    await waitUntil(async () => two.heard.length === 1);
  });

  it('brings what was said while Redis was away as soon as it is back, in order and with a bound, but nothing fleeting', async () => {
    const [one, two] = [await join(), await join()];
    one.stream.publish(saying('before'));
    await waitUntil(async () => two.heard.length === 1);
    await line.cut();
    await waitUntil(async () => !(await one.stream.flush()));
    one.stream.publish(saying('somebody writes', true));
    await turn();
    const texts = Array.from({ length: 5001 }, (_, index) => index);
    for (const text of texts) {
      one.stream.publish(saying(text));
      await turn();
    }
    expect(await one.stream.flush()).toBe(false);
    await line.mend();
    await waitUntil(() => one.stream.flush());
    const added = (await one.entries()).length;
    // What was on its way when the line broke counts among those that wait.
    expect(added).toBeGreaterThan(4990);
    expect(added).toBeLessThanOrEqual(5001);
    await waitUntil(async () => two.heard.length === added);
    expect(two.heard).toEqual(['before', ...texts.slice(0, added - 1)]);
    expect(two.gaps()).toBe(1);
  });

  it('tells a server whose last entry is gone that it may have left something out, and goes on', async () => {
    const [one, two] = [await join(), await join()];
    one.stream.publish(saying('before'));
    await waitUntil(async () => two.heard.length === 1);
    await line.cut();
    await flushRedis();
    await line.mend();
    await waitUntil(async () => two.gaps() === 2 && one.gaps() === 2);
    one.stream.publish(saying('after'));
    await waitUntil(async () => two.heard.length === 2);
    expect(two.heard).toEqual(['before', 'after']);
  });
});
