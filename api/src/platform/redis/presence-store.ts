import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

/** A server without a heartbeat for this long is dead. */
const TTL_MS = 15_000;
export const HEARTBEAT_INTERVAL_MS = 4000;
/** Keys of dead servers that no server deletes expire. */
const KEY_TTL_SECONDS = 24 * 3600;
const SERVERS_KEY = 'solvent:servers';
const USERS_KEY = 'solvent:online:';

/** Which users have a page open on which replica. All calls fail while Redis is down. */
export interface PresenceStore {
  set(userId: string, isOnline: boolean): Promise<void>;
  findOnline(userIds: readonly string[]): Promise<Set<string>>;
  /** @param getUsers of this replica @returns users of replicas that have died, each to one caller only */
  heartbeat(getUsers: () => readonly string[]): Promise<string[]>;
  /** The replica stops: its users go offline after this delay. */
  leave(delayMs: number): Promise<void>;
}

/** By the clock of Redis, which all servers share. */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;
const LIVE_SCRIPT = `${NOW} return redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf')`;
const HEARTBEAT_SCRIPT = `${NOW}
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)
`;
/** Removes a server that is still dead. Returns 1 to one caller only. */
const REMOVE_SCRIPT = `${NOW}
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not score or tonumber(score) > now then return 0 end
return redis.call('ZREM', KEYS[1], ARGV[1])
`;
const LEAVE_SCRIPT = `${NOW} return redis.call('ZADD', KEYS[1], 'XX', now + ARGV[2], ARGV[1])`;

export function createPresenceStore(redis: Redis): PresenceStore {
  const own = randomUUID();
  const ownUsersKey = USERS_KEY + own;
  /** Start of uninterrupted contact with Redis: after an outage, live replicas need time for a heartbeat. */
  let connectedSince: number | undefined;
  // Each script declares its one key, for Redis Cluster, and returns a list of ids.
  const runScript = async (script: string, ...args: (string | number)[]) =>
    (await redis.eval(script, 1, SERVERS_KEY, ...args)) as string[];
  const removeServer = async (server: string): Promise<string[]> => {
    const users = await redis.smembers(USERS_KEY + server);
    if ((await redis.eval(REMOVE_SCRIPT, 1, SERVERS_KEY, server)) !== 1) return [];
    // A late heartbeat between these two calls loses its users until the next one: on a cluster, two keys need two calls.
    await redis.del(USERS_KEY + server);
    return users;
  };
  const replaceUsers = async (users: readonly string[]) => {
    const replacing = redis.multi().del(ownUsersKey);
    if (users.length > 0) replacing.sadd(ownUsersKey, ...users).expire(ownUsersKey, KEY_TTL_SECONDS);
    await replacing.exec();
  };
  return {
    set: async (userId, isOnline) => {
      await (isOnline ? redis.sadd(ownUsersKey, userId) : redis.srem(ownUsersKey, userId));
    },
    findOnline: async (userIds) => {
      if (userIds.length === 0) return new Set();
      const others = (await runScript(LIVE_SCRIPT)).filter((server) => server !== own);
      const found = await Promise.all(others.map((server) => redis.smismember(USERS_KEY + server, ...userIds)));
      return new Set(userIds.filter((_id, index) => found.some((flags) => flags[index] === 1)));
    },
    heartbeat: async (getUsers) => {
      const mayRemove = connectedSince !== undefined && Date.now() - connectedSince >= TTL_MS;
      try {
        await replaceUsers(getUsers());
        const dead = await runScript(HEARTBEAT_SCRIPT, own, TTL_MS);
        const users = mayRemove ? await Promise.all(dead.map(removeServer)) : [];
        connectedSince ??= Date.now();
        return users.flat();
      } catch (error) {
        connectedSince = undefined;
        throw error;
      }
    },
    leave: async (delayMs) => {
      await redis.eval(LEAVE_SCRIPT, 1, SERVERS_KEY, own, delayMs);
    },
  };
}
