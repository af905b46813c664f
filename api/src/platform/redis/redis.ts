import type { FastifyBaseLogger } from 'fastify';
import type { Redis, RedisOptions } from 'ioredis';
import { TracedRedis } from './traced-redis.ts';

export interface RedisLink {
  /** Commands fail immediately while Redis is down, and after a second without a response. */
  commands: Redis;
  /** Commands wait while Redis is down. */
  events: Redis;
  /** Opens a connection for blocking reads. */
  follow(options: Pick<RedisOptions, 'socketTimeout' | 'maxRetriesPerRequest'>): Redis;
  connections: readonly Redis[];
  /** Rejects unless Redis responds and all connections are ready. */
  ping(): Promise<void>;
  close(): void;
}

const COMMAND_TIMEOUT_MS = 1000;
/** Without a response for this long, a connection is reopened. */
const SOCKET_TIMEOUT_MS = 2000;
const MAX_RETRY_DELAY_MS = 1000;

const COMMON = {
  // The same responses from all server versions.
  protocol: 2,
  connectTimeout: 3000,
  socketTimeout: SOCKET_TIMEOUT_MS,
  retryStrategy: (attempts) => Math.min(attempts * 50, MAX_RETRY_DELAY_MS) + Math.random() * 50,
} satisfies RedisOptions;

function logOutages(redis: Redis, log: FastifyBaseLogger): void {
  let isDown = false;
  redis.on('error', (error: Error) => {
    if (!isDown) log.warn({ err: error }, 'Redis cannot be reached: this replica continues on its own until it can');
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) log.info('Redis is available again');
    isDown = false;
  });
}

/** Connects, and reconnects forever: the preflight checks the first connection. @param url `redis://` or `rediss://` */
export function connectRedis(url: string, log: FastifyBaseLogger): RedisLink {
  const commands = new TracedRedis(url, {
    ...COMMON,
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
  });
  logOutages(commands, log);
  // No `commandTimeout`: it would drop waiting commands when a handshake times out.
  const events = new TracedRedis(url, { ...COMMON, maxRetriesPerRequest: null });
  const connections = [commands, events];
  // The connection for commands logs errors.
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
