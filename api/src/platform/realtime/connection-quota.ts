import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';

export const MAX_SOCKETS = 20;
/** The sockets of a dead server stop counting after this time. */
const TTL_MS = 25_000;
export const RENEW_INTERVAL_MS = 10_000;
/** Users per batch; all batches fit into half the interval. */
const BATCH_SIZE = 20;

const getKey = (userId: string) => `solvent:sockets:${userId}`;

/** Adds or renews sockets; returns 0 if the user has too many. By the clock of Redis. */
const ADD_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
for index = 3, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[index]) end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`;
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Limits the sockets of each user: on all servers together, or on each one without Redis. */
export class ConnectionQuota {
  readonly #local = new Map<string, Set<string>>();
  readonly #redis: Redis | undefined;

  constructor(redis: Redis | undefined) {
    this.#redis = redis;
  }

  /** @returns false if the user has too many sockets */
  async acquire(userId: string, socketId: string): Promise<boolean> {
    const own = this.#local.get(userId) ?? new Set();
    if (own.size >= MAX_SOCKETS) return false;
    this.#local.set(userId, own.add(socketId));
    if ((await this.#store(userId, MAX_SOCKETS, [socketId])) !== 0) return true;
    this.#remove(userId, socketId);
    return false;
  }

  release(userId: string, socketId: string): void {
    if (!this.#remove(userId, socketId)) return;
    // If this fails, the entry expires.
    void this.#redis?.zrem(getKey(userId), socketId).catch(() => undefined);
  }

  /** Renews this server's sockets, in batches so that other commands need not wait. */
  async renew(): Promise<void> {
    const pauseMs = (RENEW_INTERVAL_MS * BATCH_SIZE) / (2 * this.#local.size + 1);
    let renewed = 0;
    for (const [userId, own] of this.#local) {
      void this.#store(userId, UNLIMITED, [...own]);
      renewed += 1;
      if (renewed % BATCH_SIZE === 0) await wait(pauseMs, undefined, { ref: false });
    }
  }

  #remove(userId: string, socketId: string): boolean {
    const own = this.#local.get(userId);
    const existed = own?.delete(socketId) ?? false;
    if (own?.size === 0) this.#local.delete(userId);
    return existed;
  }

  async #store(userId: string, max: number, socketIds: string[]): Promise<unknown> {
    return this.#redis?.eval(ADD_SCRIPT, 1, getKey(userId), max, TTL_MS, ...socketIds).catch(() => undefined);
  }
}
