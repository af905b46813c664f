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
const ONLINE = `${NOW}
local found = {}
for _, server in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf')) do
  if server ~= ARGV[2] then
    for index = 3, #ARGV do
      if redis.call('SISMEMBER', ARGV[1] .. server, ARGV[index]) == 1 then table.insert(found, ARGV[index]) end
    end
  end
end
return found
`;
/** Says who is here, and takes the people of dead servers: nobody else gets them. */
const BEAT = `${NOW}
local own = ARGV[1] .. ARGV[2]
redis.call('DEL', own)
for index = 6, #ARGV do redis.call('SADD', own, ARGV[index]) end
redis.call('EXPIRE', own, ARGV[4])
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[2])
local gone = {}
if ARGV[5] == 'bury' then
  for _, server in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)) do
    for _, person in ipairs(redis.call('SMEMBERS', ARGV[1] .. server)) do table.insert(gone, person) end
    redis.call('DEL', ARGV[1] .. server)
    redis.call('ZREM', KEYS[1], server)
  end
end
return gone
`;
const LEAVE = `${NOW} return redis.call('ZADD', KEYS[1], 'XX', now + ARGV[2], ARGV[1])`;

/** {@link PresenceStore} of one replica. */
export function createPresenceStore(redis: Redis): PresenceStore {
  const own = randomUUID();
  /** Since when this replica has seen Redis without a break; others may be late until they have had the time to say that they live. */
  let steadySince: number | undefined;
  // The scripts give lists of ids.
  const ask = async (script: string, ...words: (string | number)[]) =>
    (await redis.eval(script, 1, SERVERS, ...words)) as string[];
  return {
    note: async (userId, here) => {
      await (here ? redis.sadd(PEOPLE + own, userId) : redis.srem(PEOPLE + own, userId));
    },
    online: async (userIds) => new Set(userIds.length === 0 ? [] : await ask(ONLINE, PEOPLE, own, ...userIds)),
    beat: async (here) => {
      const mayBury = steadySince !== undefined && Date.now() - steadySince >= LIFE;
      try {
        const gone = await ask(BEAT, PEOPLE, own, LIFE, KEPT, mayBury ? 'bury' : '', ...here());
        steadySince ??= Date.now();
        return gone;
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
