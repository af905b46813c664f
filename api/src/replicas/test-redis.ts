import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { Redis } from 'ioredis';

/** The Redis for tests. Each worker of jest has a database of its own in it. */
export function redisForTests(): URL {
  const given = process.env['TEST_REDIS_URL'];
  if (!given || !process.env['TEST_DATABASE_URL'])
    throw new Error('Several servers are tested on PostgreSQL and Redis: run `pnpm test:api replicas`, which starts both.');
  const url = new URL(given);
  url.pathname = `/${process.env['JEST_WORKER_ID'] ?? '0'}`;
  return url;
}

/** Lets Redis forget all that it knows of this worker's tests. */
export async function emptyRedis(): Promise<void> {
  const redis = new Redis(redisForTests().href);
  await redis.flushdb();
  redis.disconnect();
}

/** A way to Redis that can be cut. */
export interface RedisLine {
  url: string;
  /** Ends every connection, and takes no new one. */
  cut(): Promise<void>;
  /** Lets nothing through any more, without a word. */
  hang(): void;
  /** Undoes both. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** A line to Redis, to break. */
export async function openRedisLine(): Promise<RedisLine> {
  const target = redisForTests();
  const open = new Set<Socket>();
  let hanging = false;
  const server = createServer((from) => {
    const to = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one);
      one.on('data', (data) => hanging || other.write(data));
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  const cut = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => {
      server.close(resolve);
    });
    for (const socket of open) socket.destroy();
    await closed;
  };
  return {
    url: url.href,
    cut,
    hang: () => {
      hanging = true;
    },
    mend: async () => {
      hanging = false;
      // What was swallowed would be missing in the middle.
      for (const socket of open) socket.destroy();
      if (!server.listening) await listen(port);
    },
    close: cut,
  };
}
