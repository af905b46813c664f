import type { FastifyBaseLogger } from 'fastify';
import { Redis } from 'ioredis';
import type { RedisOptions } from 'ioredis';

/** Redis, which the replicas of the API share. */
export interface RedisLink {
  /** For commands: they fail at once while Redis is away, and after a second where it does not answer. */
  commands: Redis;
  /** For what servers tell each other: it waits while Redis is away. */
  events: Redis;
  /** One more connection, for reads that wait. */
  follow(options: Pick<RedisOptions, 'socketTimeout' | 'maxRetriesPerRequest'>): Redis;
  /** Every connection that there is. */
  connections: readonly Redis[];
  /** Settles if Redis answers, and every connection to it stands. */
  ping(): Promise<void>;
  /** Ends every connection. */
  close(): void;
}

/** How long a command may take (ms). */
const COMMAND_TIMEOUT = 1000;
/** A connection over which an answer is this late (ms) is taken for dead and made anew. */
const SILENCE_MAX = 2000;
/** Tries to connect are at most this far apart (ms). */
const RETRY_MAX = 1000;

const COMMON: RedisOptions = {
  // Answers in one shape, whichever version the server has.
  protocol: 2,
  connectTimeout: 3000,
  socketTimeout: SILENCE_MAX,
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
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT,
  });
  logOutages(commands, log);
  // No `commandTimeout`: whatever waits is dropped where a question of the handshake is not answered in time.
  const events = new Redis(url, { ...COMMON, maxRetriesPerRequest: null });
  const connections = [commands, events];
  // What is wrong is said by the connection for commands.
  events.on('error', () => undefined);
  return {
    commands,
    events,
    connections,
    follow: (options) => {
      const follower = events.duplicate(options);
      follower.on('error', () => undefined);
      connections.push(follower);
      return follower;
    },
    ping: async () => {
      await commands.ping();
      if (connections.some(({ status }) => status !== 'ready')) throw new Error('A connection to Redis is not ready');
    },
    close: () => connections.forEach((redis) => redis.disconnect()),
  };
}
