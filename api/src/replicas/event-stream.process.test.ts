import { setImmediate as turn } from 'node:timers/promises';
import { createLogger } from '../platform/log.ts';
import { openEventStream } from '../platform/redis/event-stream.ts';
import type { EventStream, RoomMessage } from '../platform/redis/event-stream.ts';
import { connectRedis } from '../platform/redis/redis.ts';
import { flushRedis, openRedisProxy } from '../testing/redis.ts';
import type { RedisProxy } from '../testing/redis.ts';
import { waitUntil } from '../testing/wait-until.ts';

const silent = createLogger({ logLevel: 'silent' });

/** A server at the stream: what it received, and how often it may have missed events. */
interface Server {
  stream: EventStream;
  received: unknown[];
  gaps: () => number;
  /** Number of messages in each entry of the stream. */
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
  const received: unknown[] = [];
  let gaps = 0;
  const onMessage = ({ payload }: RoomMessage) => received.push(payload?.[0]);
  const stream = openEventStream(redis, { onMessage, onGap: () => (gaps += 1) });
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
  const server = { stream, received, gaps: () => gaps, entries, close };
  servers.push(server);
  // It reads from now on.
  await waitUntil(async () => gaps > 0);
  return server;
}

const buildMessage = (text: unknown, isVolatile = false): RoomMessage => ({
  room: 'a',
  event: 'message',
  payload: [text],
  isVolatile,
});

describe('the stream of events', () => {
  it('brings to all others what one says, in order, and what is said at once as one entry', async () => {
    const [one, two, three] = [await join(), await join(), await join()];
    for (const text of ['first', 'second', 'third']) one.stream.publish(buildMessage(text));
    await turn();
    one.stream.publish(buildMessage('later'));
    expect(await one.stream.flush()).toBe(true);
    for (const { received } of [two, three]) await waitUntil(async () => received.length === 4);
    expect([two.received, three.received, one.received]).toEqual([
      ['first', 'second', 'third', 'later'],
      ['first', 'second', 'third', 'later'],
      [],
    ]);
    expect(await one.entries()).toEqual([3, 1]);
  });

  it('has gone out only with what was said in this very turn', async () => {
    const [one, two] = [await join(), await join()];
    one.stream.publish(buildMessage('just now'));
    await one.stream.flush();
    expect(await one.entries()).toEqual([1]);
    await waitUntil(async () => two.received.length === 1);
  });

  it('brings what was said while Redis was away as soon as it is back, in order and with a bound, but nothing fleeting', async () => {
    const [one, two] = [await join(), await join()];
    one.stream.publish(buildMessage('before'));
    await waitUntil(async () => two.received.length === 1);
    await line.cut();
    await waitUntil(async () => !(await one.stream.flush()));
    one.stream.publish(buildMessage('somebody writes', true));
    await turn();
    const texts = Array.from({ length: 5001 }, (_, index) => index);
    for (const text of texts) {
      one.stream.publish(buildMessage(text));
      await turn();
    }
    expect(await one.stream.flush()).toBe(false);
    await line.mend();
    await waitUntil(() => one.stream.flush());
    const added = (await one.entries()).length;
    // Messages in flight when the connection broke count as waiting.
    expect(added).toBeGreaterThan(4990);
    expect(added).toBeLessThanOrEqual(5001);
    await waitUntil(async () => two.received.length === added);
    expect(two.received).toEqual(['before', ...texts.slice(0, added - 1)]);
    expect(two.gaps()).toBe(1);
  });

  it('tells a server whose last entry is gone that it may have left something out, and goes on', async () => {
    const [one, two] = [await join(), await join()];
    one.stream.publish(buildMessage('before'));
    await waitUntil(async () => two.received.length === 1);
    await line.cut();
    await flushRedis();
    await line.mend();
    await waitUntil(async () => two.gaps() === 2 && one.gaps() === 2);
    one.stream.publish(buildMessage('after'));
    await waitUntil(async () => two.received.length === 2);
    expect(two.received).toEqual(['before', 'after']);
  });
});
