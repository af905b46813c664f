import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';

/** So many sockets may one person have open at once: pages of all their devices. */
export const SOCKETS_MAX = 20;
/** A place whose server does not renew it for so long (ms) is free again: that server died. */
const LIFE = 25_000;
/** How often a server renews the places of its sockets (ms). */
export const RENEWED_EVERY = 10_000;
/** The places of so many people are renewed at once, and then others, so that all are in half that time. */
const RENEWED_AT_ONCE = 20;

const keyOf = (userId: string) => `solvent:sockets:${userId}`;

/** Notes sockets until they are renewed or their life is over; 0 if there are too many already. By the clock of Redis. */
const NOTE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
for index = 3, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[index]) end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`;
const NO_BOUND = Number.MAX_SAFE_INTEGER;

/**
 * The places that each person has for sockets: on all servers together where they share a Redis; on each by itself
 * without one, and while it is away.
 */
export class SocketPlaces {
  readonly #here = new Map<string, Set<string>>();
  readonly #redis: Redis | undefined;

  constructor(redis: Redis | undefined) {
    this.#redis = redis;
  }

  /** Takes a place for a socket; false if its person has none left. */
  async take(userId: string, socketId: string): Promise<boolean> {
    const own = this.#here.get(userId) ?? new Set();
    if (own.size >= SOCKETS_MAX) return false;
    this.#here.set(userId, own.add(socketId));
    if ((await this.#note(userId, SOCKETS_MAX, [socketId])) !== 0) return true;
    this.#drop(userId, socketId);
    return false;
  }

  /** Gives a socket's place back; again does nothing. */
  leave(userId: string, socketId: string): void {
    if (!this.#drop(userId, socketId)) return;
    // What cannot be told to Redis ends there by itself.
    void this.#redis?.zrem(keyOf(userId), socketId).catch(() => undefined);
  }

  /** Says that the sockets of this server are still open: of some people at a time, so that others' messages need not wait. */
  async renew(): Promise<void> {
    const pause = (RENEWED_EVERY * RENEWED_AT_ONCE) / (2 * this.#here.size + 1);
    let said = 0;
    for (const [userId, own] of this.#here) {
      void this.#note(userId, NO_BOUND, [...own]);
      said += 1;
      if (said % RENEWED_AT_ONCE === 0) await wait(pause, undefined, { ref: false });
    }
  }

  #drop(userId: string, socketId: string): boolean {
    const own = this.#here.get(userId);
    const had = own?.delete(socketId) ?? false;
    if (own?.size === 0) this.#here.delete(userId);
    return had;
  }

  async #note(userId: string, max: number, socketIds: string[]): Promise<unknown> {
    return this.#redis?.eval(NOTE, 1, keyOf(userId), max, LIFE, ...socketIds).catch(() => undefined);
  }
}
