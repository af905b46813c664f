import type { Redis } from 'ioredis';

export const MAX_SOCKETS = 20;
/** The sockets of a dead server stop counting after this time. */
const TTL_MS = 25_000;
const RENEW_INTERVAL_MS = 10_000;
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Each script uses one key, as Redis Cluster requires. */
const getKey = (userId: string) => `solvent:sockets:${userId}`;

/** Adds or renews a socket; returns 0 if the user has too many. By the clock of Redis. */
const ADD_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`;

/** Limits the sockets of each user: on all servers together, or on each one without Redis. */
export class ConnectionQuota {
  /** Sockets of this server with their timers: renewals are as spread out as the connections were. */
  readonly #local = new Map<string, Map<string, NodeJS.Timeout>>();
  readonly #redis: Redis | undefined;

  constructor(redis: Redis | undefined) {
    this.#redis = redis;
  }

  async acquire(userId: string, socketId: string): Promise<boolean> {
    const own = this.#local.get(userId) ?? new Map<string, NodeJS.Timeout>();
    if (own.size >= MAX_SOCKETS) return false;
    const renewing = setInterval(() => void this.#store(userId, UNLIMITED, socketId), RENEW_INTERVAL_MS).unref();
    this.#local.set(userId, own.set(socketId, renewing));
    const isAcquired = (await this.#store(userId, MAX_SOCKETS, socketId)) !== 0;
    if (!isAcquired) this.release(userId, socketId);
    return isAcquired;
  }

  release(userId: string, socketId: string): void {
    const own = this.#local.get(userId);
    clearInterval(own?.get(socketId));
    if (!own?.delete(socketId)) return;
    if (own.size === 0) this.#local.delete(userId);
    // If this fails, the entry expires.
    void this.#redis?.zrem(getKey(userId), socketId).catch(() => undefined);
  }

  async #store(userId: string, max: number, socketId: string): Promise<unknown> {
    return this.#redis?.eval(ADD_SCRIPT, 1, getKey(userId), max, TTL_MS, socketId).catch(() => undefined);
  }
}
