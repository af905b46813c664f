import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

/** A server that has said nothing for this long (ms) is dead, and its people are gone. */
const LIFE = 15_000;
/** How often a server says that it lives (ms). */
export const HEARTBEAT = 4000;
/** What nobody has cleared away goes after this (s). */
const KEPT = 24 * 3600;
/** Until when each server counts as living. */
const SERVERS = 'solvent:servers';
/** The people of a server. */
const PEOPLE = 'solvent:online:';

/** Who has a page open on which replica, in Redis. Everything fails while Redis is away. */
export interface PresenceStore {
  /** Notes that somebody's first page on this replica is open, or that their last one is closed. */
  note(userId: string, here: boolean): Promise<void>;
  /** Which of these people have a page open on another replica. */
  online(userIds: readonly string[]): Promise<Set<string>>;
  /**
   * Says that this replica lives.
   * @param here gives the people on it
   * @returns the people of replicas that died since, each replica's to one caller only
   */
  beat(here: () => readonly string[]): Promise<string[]>;
  /** This replica ends: after so many ms its people count as gone. */
  leave(after: number): Promise<void>;
}

/** By the clock of Redis, which all servers share. */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;
const LIVING = `${NOW} return redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf')`;
/** Says that a server lives. Returns the servers that are dead. */
const BEAT = `${NOW}
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)
`;
/** Removes a server that is still dead. Returns 1 to one caller only. */
const BURY = `${NOW}
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not score or tonumber(score) > now then return 0 end
return redis.call('ZREM', KEYS[1], ARGV[1])
`;
const LEAVE = `${NOW} return redis.call('ZADD', KEYS[1], 'XX', now + ARGV[2], ARGV[1])`;

/** {@link PresenceStore} of one replica. */
export function createPresenceStore(redis: Redis): PresenceStore {
  const own = randomUUID();
  /** Since when this replica has seen Redis without a break; others may be late until they have had the time to say that they live. */
  let steadySince: number | undefined;
  // Each script and command has one key, which is declared: so they work on a cluster, too. The scripts return lists of ids.
  const run = async (script: string, ...words: (string | number)[]) =>
    (await redis.eval(script, 1, SERVERS, ...words)) as string[];
  const bury = async (server: string): Promise<string[]> => {
    const people = await redis.smembers(PEOPLE + server);
    if ((await redis.eval(BURY, 1, SERVERS, server)) !== 1) return [];
    // A late server that beats between these two calls loses its people until its next beat: two keys need two calls on a cluster.
    await redis.del(PEOPLE + server);
    return people;
  };
  const noteAll = async (people: readonly string[]) => {
    const replaced = redis.multi().del(PEOPLE + own);
    if (people.length > 0) replaced.sadd(PEOPLE + own, ...people).expire(PEOPLE + own, KEPT);
    await replaced.exec();
  };
  return {
    note: async (userId, here) => {
      await (here ? redis.sadd(PEOPLE + own, userId) : redis.srem(PEOPLE + own, userId));
    },
    online: async (userIds) => {
      if (userIds.length === 0) return new Set();
      const others = (await run(LIVING)).filter((server) => server !== own);
      const found = await Promise.all(others.map((server) => redis.smismember(PEOPLE + server, ...userIds)));
      return new Set(userIds.filter((_id, index) => found.some((flags) => flags[index] === 1)));
    },
    beat: async (here) => {
      const mayBury = steadySince !== undefined && Date.now() - steadySince >= LIFE;
      try {
        await noteAll(here());
        const dead = await run(BEAT, own, LIFE);
        const gone = mayBury ? await Promise.all(dead.map(bury)) : [];
        steadySince ??= Date.now();
        return gone.flat();
      } catch (error) {
        steadySince = undefined;
        throw error;
      }
    },
    leave: async (after) => {
      await redis.eval(LEAVE, 1, SERVERS, own, after);
    },
  };
}
