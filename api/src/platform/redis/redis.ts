import { tracingChannel } from 'node:diagnostics_channel';
import type { FastifyBaseLogger } from 'fastify';
import { Redis } from 'ioredis';
import type { RedisOptions } from 'ioredis';
import { ConditionLog } from '../condition-log.ts';

export type RedisLink = ReturnType<typeof connectRedis>;

const COMMAND_TIMEOUT_MS = 1000;
/** A connection is reopened if a response takes longer. */
const SOCKET_TIMEOUT_MS = 2000;
const MAX_RETRY_DELAY_MS = 1000;

const COMMON = {
  // The same responses from all server versions.
  protocol: 2,
  connectTimeout: 3000,
  socketTimeout: SOCKET_TIMEOUT_MS,
  retryStrategy: (attempts) => Math.min(attempts * 50, MAX_RETRY_DELAY_MS) + Math.random() * 50,
} satisfies RedisOptions;

/** Traces all commands of this process, except blocking reads of the event stream. */
export const redisCalls = tracingChannel<unknown, { command: string }>('solvent:redis');

/** Publishes its commands. The channel of ioredis lacks those that fail without being sent, while Redis is down. */
class TracedRedis extends Redis {
  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    redisCalls.tracePromise(() => command.promise, { command: command.name }).catch(() => undefined);
    return super.sendCommand(command, stream);
  }
}

/** Connects, and reconnects forever: the preflight checks the first connection. @param url `redis://` or `rediss://` */
export function connectRedis(url: string, log: FastifyBaseLogger) {
  // Fail immediately while Redis is down, and after a second without a response.
  const commands: Redis = new TracedRedis(url, {
    ...COMMON,
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
  });
  const outage = new ConditionLog(log, {
    lasts: (reason) => `Redis cannot be reached (${reason}): this replica continues on its own until it can`,
    ended: 'Redis is available again',
  });
  commands.on('error', (error) => outage.reportActive(error));
  commands.on('ready', () => outage.reportEnded());
  // Wait while Redis is down. No `commandTimeout`: it would drop waiting commands when a handshake times out.
  const events: Redis = new TracedRedis(url, { ...COMMON, maxRetriesPerRequest: null });
  const connections: Redis[] = [commands, events];
  // The connection for commands logs errors.
  events.on('error', () => undefined);
  return {
    commands,
    events,
    connections,
    /** Opens a connection for blocking reads. */
    follow: (options: Pick<RedisOptions, 'socketTimeout' | 'maxRetriesPerRequest'>): Redis => {
      const follower = events.duplicate(options);
      follower.on('error', () => undefined);
      connections.push(follower);
      return follower;
    },
    /** Rejects unless Redis responds and all connections are ready. */
    ping: async (): Promise<void> => {
      await commands.ping();
      if (connections.some(({ status }) => status !== 'ready')) throw new Error('A connection to Redis is not ready');
    },
    close: (): void => connections.forEach((redis) => redis.disconnect()),
  };
}
