import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

export const OFFLINE_DELAY_MS = 5000;
export const HEARTBEAT_INTERVAL_MS = 4000;
/** A server without a heartbeat for this long is dead. */
const SERVER_TTL_MS = 15_000;
/** Keys of dead servers that no server deletes expire. */
const KEY_TTL_SECONDS = 24 * 3600;
const SERVERS_KEY = 'solvent:servers';
const USERS_KEY = 'solvent:online:';

/** Which users have a page open on which replica. All calls fail while Redis is down. */
export interface PresenceStore {
  set(userId: string, isOnline: boolean): Promise<unknown>;
  findOnline(userIds: readonly string[]): Promise<Set<string>>;
  /** @param userIds of this replica @returns users of replicas that have died, each to one caller only */
  heartbeat(userIds: readonly string[]): Promise<string[]>;
  /** The replica stops: its users go offline after this delay. */
  leave(delayMs: number): Promise<unknown>;
}

/** The time of Redis, because the clocks of servers differ. */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;
const LIVE_SCRIPT = `${NOW} return redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf')`;
const RENEW_SCRIPT = `${NOW} return redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])`;
const REMOVE_DEAD_SCRIPT = `${NOW}
local dead = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
return dead
`;

/** Creates the presence store. Each command and script uses a single key, as Redis Cluster requires. */
export function createPresenceStore(redis: Redis): PresenceStore {
  const own = randomUUID();
  const ownUsersKey = USERS_KEY + own;
  /** Start of uninterrupted contact with Redis: after an outage, live replicas need time for a heartbeat. */
  let connectedSince: number | undefined;
  const findServers = async (script: string) => (await redis.eval(script, 1, SERVERS_KEY)) as string[];
  const renew = (ttlMs: number) => redis.eval(RENEW_SCRIPT, 1, SERVERS_KEY, own, ttlMs);
  const removeUsers = async (server: string): Promise<string[]> => {
    const users = await redis.smembers(USERS_KEY + server);
    await redis.del(USERS_KEY + server);
    return users;
  };
  const beat = async (userIds: readonly string[]): Promise<string[]> => {
    const replacing = redis.multi().del(ownUsersKey);
    if (userIds.length > 0) replacing.sadd(ownUsersKey, ...userIds).expire(ownUsersKey, KEY_TTL_SECONDS);
    await replacing.exec();
    await renew(SERVER_TTL_MS);
    connectedSince ??= Date.now();
    if (Date.now() - connectedSince < SERVER_TTL_MS) return [];
    const dead = await findServers(REMOVE_DEAD_SCRIPT);
    return (await Promise.all(dead.map(removeUsers))).flat();
  };
  return {
    set: (userId, isOnline) => (isOnline ? redis.sadd(ownUsersKey, userId) : redis.srem(ownUsersKey, userId)),
    findOnline: async (userIds) => {
      if (userIds.length === 0) return new Set();
      const others = (await findServers(LIVE_SCRIPT)).filter((server) => server !== own);
      const found = await Promise.all(others.map((server) => redis.smismember(USERS_KEY + server, ...userIds)));
      return new Set(userIds.filter((_id, index) => found.some((flags) => flags[index] === 1)));
    },
    heartbeat: (userIds) =>
      beat(userIds).catch((error: unknown) => {
        connectedSince = undefined;
        throw error;
      }),
    leave: renew,
  };
}

export type FindPeers = (userId: string) => Promise<string[]>;

export interface PresenceDeps {
  findPeers: FindPeers;
  notify: (peerId: string, presence: { userId: string; online: boolean }) => void;
  /** Users of other replicas; undefined with one process. */
  store: PresenceStore | undefined;
}

/** Tracks which users have a page open, and notifies the users who share a conversation with them. */
export class Presence {
  readonly #deps: PresenceDeps;
  /** Users of this process; without open pages during {@link OFFLINE_DELAY_MS}. */
  readonly #users = new Map<string, { pages: number; offlineTimer?: NodeJS.Timeout }>();

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
  }

  pageOpened(userId: string): void {
    const user = this.#users.get(userId);
    clearTimeout(user?.offlineTimer);
    this.#users.set(userId, { pages: (user?.pages ?? 0) + 1 });
    if (user === undefined) void this.#goOnline(userId).catch(() => undefined);
  }

  pageClosed(userId: string): void {
    const user = this.#users.get(userId);
    if (user === undefined) return;
    user.pages -= 1;
    if (user.pages > 0) return;
    user.offlineTimer = setTimeout(() => void this.#goOffline(userId).catch(() => undefined), OFFLINE_DELAY_MS).unref();
  }

  /** Returns the users with an open page; while Redis is down, only those of this replica. */
  async findOnline(userIds: readonly string[]): Promise<Set<string>> {
    const elsewhere = await this.#findElsewhere(userIds.filter((id) => !this.#users.has(id)));
    return new Set(userIds.filter((id) => this.#users.has(id) || elsewhere.has(id)));
  }

  async heartbeat(): Promise<void> {
    const lost = (await this.#deps.store?.heartbeat([...this.#users.keys()])) ?? [];
    for (const userId of lost) void this.#notifyIfOffline(userId).catch(() => undefined);
  }

  /** Another replica will notify about users who do not reconnect to it. */
  async close(): Promise<void> {
    for (const { offlineTimer } of this.#users.values()) clearTimeout(offlineTimer);
    await this.#deps.store?.leave(OFFLINE_DELAY_MS).catch(() => undefined);
  }

  async #goOnline(userId: string): Promise<void> {
    const isElsewhere = (await this.#findElsewhere([userId])).has(userId);
    await this.#deps.store?.set(userId, true).catch(() => undefined);
    if (!isElsewhere) await this.#notify(userId, true);
  }

  async #goOffline(userId: string): Promise<void> {
    this.#users.delete(userId);
    await this.#deps.store?.set(userId, false).catch(() => undefined);
    await this.#notifyIfOffline(userId);
  }

  async #notifyIfOffline(userId: string): Promise<void> {
    if (!(await this.findOnline([userId])).has(userId)) await this.#notify(userId, false);
  }

  /** Finds users on other replicas; none while Redis is down. */
  async #findElsewhere(userIds: readonly string[]): Promise<Set<string>> {
    return (await this.#deps.store?.findOnline(userIds).catch(() => undefined)) ?? new Set();
  }

  async #notify(userId: string, online: boolean): Promise<void> {
    const peers = await this.#deps.findPeers(userId);
    // The state may have changed meanwhile, and its notification may already be sent.
    if ((await this.findOnline([userId])).has(userId) !== online) return;
    for (const peer of peers) this.#deps.notify(peer, { userId, online });
  }
}
