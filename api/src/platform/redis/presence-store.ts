import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

/** A replica that has said nothing for this long (ms) is dead, and its people are gone. */
const LIFE = 15_000;
/** How often a replica says that it lives (ms). */
export const HEARTBEAT = 4000;
/** What nobody has cleared away goes after this (s). */
const KEPT = 24 * 3600;
const REPLICAS = 'solvent:replicas';
const alive = (replica: string) => `solvent:replica:${replica}`;
const people = (replica: string) => `solvent:online:${replica}`;

/** Who has a page open on which replica, in Redis. Everything fails while Redis is away. */
export interface PresenceStore {
  /** Notes that somebody's first page on this replica is open, or that their last one is closed. */
  note(userId: string, here: boolean): Promise<void>;
  /** Which of these people have a page open, on this replica or another one. */
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

/** One command after another without waiting. @throws the first that failed */
async function all(pipeline: ReturnType<Redis['pipeline']>): Promise<unknown[]> {
  const answers = (await pipeline.exec()) ?? [];
  return answers.map(([error, answer]) => {
    if (error) throw error;
    return answer;
  });
}

/** {@link PresenceStore} of one replica. */
export function createPresenceStore(redis: Redis): PresenceStore {
  const own = randomUUID();
  /** Whether the noted people may differ from those who are here: something failed since they were written. */
  let uncertain = true;
  /** Since when this replica has seen Redis without a break; others may be late until they have had the time to say that they live. */
  let steadySince: number | undefined;

  const living = async (): Promise<{ living: string[]; dead: string[] }> => {
    const replicas = await redis.smembers(REPLICAS);
    if (replicas.length === 0) return { living: [], dead: [] };
    const signs = await redis.mget(...replicas.map(alive));
    const has = (index: number) => signs[index] !== null;
    return { living: replicas.filter((_, index) => has(index)), dead: replicas.filter((_, index) => !has(index)) };
  };

  /** Who takes a dead replica from the list tells of its people: nobody else does. */
  const bury = async (replica: string): Promise<string[]> => {
    if ((await redis.srem(REPLICAS, replica)) === 0) return [];
    const gone = await redis.smembers(people(replica));
    await redis.del(people(replica));
    return gone;
  };

  const write = async (here: readonly string[]): Promise<void> => {
    const writing = redis.pipeline().del(people(own));
    if (here.length > 0) writing.sadd(people(own), ...here).expire(people(own), KEPT);
    uncertain = false;
    await all(writing);
  };

  const beat = async (here: () => readonly string[]): Promise<string[]> => {
    const signs = redis.pipeline().set(alive(own), '1', 'PX', LIFE).sadd(REPLICAS, own);
    const [, , count] = await all(signs.scard(people(own)));
    if (uncertain || count !== here().length) await write(here());
    steadySince ??= Date.now();
    if (Date.now() - steadySince < LIFE) return [];
    const { dead } = await living();
    return (await Promise.all(dead.map(bury))).flat();
  };

  /** Remembers that something failed. */
  const watched = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      uncertain = true;
      steadySince = undefined;
      throw error;
    }
  };

  return {
    note: async (userId, here) => {
      await watched(here ? redis.sadd(people(own), userId) : redis.srem(people(own), userId));
    },
    online: async (userIds) => {
      if (userIds.length === 0) return new Set();
      const asking = redis.pipeline();
      for (const replica of (await living()).living) asking.smismember(people(replica), ...userIds);
      const answers = await all(asking);
      return new Set(userIds.filter((_, index) => answers.some((signs) => Array.isArray(signs) && signs[index] === 1)));
    },
    beat: (here) => watched(beat(here)),
    leave: async (after) => {
      await redis.pexpire(alive(own), after);
    },
  };
}
