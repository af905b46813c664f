import { Redis } from 'ioredis';
import type { AppError } from '../platform/errors/app-error.ts';
import { createLimits } from '../platform/limits/limits.ts';
import type { Limits } from '../platform/limits/limits.ts';
import { flushRedis, getTestRedisUrl } from '../testing/redis.ts';
import { openTestDatabase } from '../testing/test-database.ts';

const CALLER = { ip: '192.0.2.1', account: 'ann' };

describe('two servers on one Redis (product 9.17)', () => {
  it('let exactly as many requests through as one server', async () => {
    await flushRedis();
    const database = await openTestDatabase();
    // Without the time limits of a server's connection, after which it counts by itself.
    const connections = [1, 2].map(() => new Redis(getTestRedisUrl().href));
    const servers = connections.map((commands) =>
      createLimits({ db: database.db, redis: { commands }, config: { rateLimitFactor: 1 } }),
    );
    const consume = async (limits: Limits) => {
      try {
        await limits.consume('bids', CALLER);
        return 'passed';
      } catch (error) {
        return (error as AppError).code;
      }
    };
    const results = await Promise.all(servers.flatMap((limits) => Array.from({ length: 25 }, () => consume(limits))));
    expect(results.filter((result) => result === 'passed')).toHaveLength(20);
    expect(results.filter((result) => result === 'rate_limited')).toHaveLength(30);
    for (const connection of connections) connection.disconnect();
    await database.close();
  });
});
