import type { FastifyBaseLogger } from 'fastify';
import { Redis } from 'ioredis';
import type { RedisOptions } from 'ioredis';

/** Redis, which the replicas of the API share. */
export interface RedisLink {
  /** For commands: they fail at once while Redis is away, and after a second where it does not answer. */
  commands: Redis;
  /** Another connection, for reads that wait; it waits for Redis, too. */
  follower(): Redis;
  /** Settles if Redis answers, and every connection to it stands. */
  ping(): Promise<void>;
  /** Ends every connection. */
  close(): void;
}

/** How long a command may take (ms). */
const COMMAND_PATIENCE = 1000;
/** A connection over which an answer is this late (ms) is taken for dead and made anew. */
const SILENCE_MAX = 2000;
/** Over one on which reads wait for what is not there yet: longer than they wait. */
const SILENCE_OF_READS_MAX = 5000;
/** Tries to connect are at most this far apart (ms). */
const RETRY_MAX = 1000;

const COMMON: RedisOptions = {
  // Answers in one shape, whichever version the server has.
  protocol: 2,
  connectTimeout: 3000,
  retryStrategy: (tries) => Math.min(tries * 50, RETRY_MAX) + Math.random() * 50,
};

/** Logs that Redis is away once, and that it is back: not each try. */
function logOutages(redis: Redis, log: FastifyBaseLogger): void {
  let away = false;
  redis.on('error', (error: Error) => {
    if (!away) log.warn({ err: error }, 'Redis cannot be reached: this replica goes on alone until it can');
    away = true;
  });
  redis.on('ready', () => {
    if (away) log.info('Redis is back');
    away = false;
  });
}

/**
 * Connects to Redis and keeps connecting: that it was there at the start is the preflight's business.
 * @param url `redis://` or `rediss://`, with name, password and number of the database where they are needed
 */
export function connectRedis(url: string, log: FastifyBaseLogger): RedisLink {
  const commands = new Redis(url, {
    ...COMMON,
    socketTimeout: SILENCE_MAX,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_PATIENCE,
  });
  logOutages(commands, log);
  const followers: Redis[] = [];
  return {
    commands,
    follower: () => {
      const follower = new Redis(url, { ...COMMON, socketTimeout: SILENCE_OF_READS_MAX, maxRetriesPerRequest: null });
      // What is wrong is said by the other connection.
      follower.on('error', () => undefined);
      followers.push(follower);
      return follower;
    },
    ping: async () => {
      await commands.ping();
      if (followers.some(({ status }) => status !== 'ready')) throw new Error('A connection to Redis is not ready');
    },
    close: () => [commands, ...followers].forEach((redis) => redis.disconnect()),
  };
}
