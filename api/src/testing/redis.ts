import { Redis } from 'ioredis';
import { openLine } from '../../../scripts/test/line.mjs';
import type { Line } from '../../../scripts/test/line.mjs';

/** Returns the URL of a database that only this Jest worker uses. */
export function getTestRedisUrl(): URL {
  const given = process.env['TEST_REDIS_URL'];
  if (!given || !process.env['TEST_DATABASE_URL'])
    throw new Error('These tests need PostgreSQL and Redis: run `npm test -- --only api replicas`, which starts both.');
  const url = new URL(given);
  url.pathname = `/${process.env['JEST_WORKER_ID'] ?? '0'}`;
  return url;
}

export async function flushRedis(): Promise<void> {
  const redis = new Redis(getTestRedisUrl().href);
  await redis.flushdb();
  redis.disconnect();
}

export interface RedisProxy extends Line {
  url: string;
}

/** Opens a proxy to Redis that can be interrupted. Restoring it drops the interrupted connections. */
export async function openRedisProxy(): Promise<RedisProxy> {
  const target = getTestRedisUrl();
  const line = await openLine(Number(target.port));
  const url = new URL(target);
  url.host = `127.0.0.1:${line.port}`;
  const restore = async () => {
    line.drop();
    await line.restore();
  };
  return { ...line, url: url.href, restore };
}
