import { Redis } from 'ioredis';
import { openLine } from '../../../scripts/test/line.mjs';
import type { Line } from '../../../scripts/test/line.mjs';

/** The Redis for tests. Each worker of jest has a database of its own in it. */
export function getTestRedisUrl(): URL {
  const given = process.env['TEST_REDIS_URL'];
  if (!given || !process.env['TEST_DATABASE_URL'])
    throw new Error(
      'Several servers are tested on PostgreSQL and Redis: run `npm test -- --only api replicas`, which starts both.',
    );
  const url = new URL(given);
  url.pathname = `/${process.env['JEST_WORKER_ID'] ?? '0'}`;
  return url;
}

/** Lets Redis forget all that it knows of this worker's tests. */
export async function flushRedis(): Promise<void> {
  const redis = new Redis(getTestRedisUrl().href);
  await redis.flushdb();
  redis.disconnect();
}

/** A {@link Line} to Redis. */
export interface RedisProxy extends Line {
  url: string;
}

/** A line to Redis, to break. What was dead on it is ended when it is mended. */
export async function openRedisProxy(): Promise<RedisProxy> {
  const target = getTestRedisUrl();
  const line = await openLine(Number(target.port));
  const url = new URL(target);
  url.host = `127.0.0.1:${line.port}`;
  const mend = async () => {
    line.drop();
    await line.mend();
  };
  return { ...line, url: url.href, mend };
}
