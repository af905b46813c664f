import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { newId } from '../db/new-id.ts';
import type { RedisLink } from './redis.ts';

/** Channels are shared by all databases of a Redis. */
const getChannel = ({ options: { db = 0 } }: Redis) => `solvent:signals:${db}`;

const PING_INTERVAL_MS = 10_000;

/** Pages changed, problem totals are outdated, jobs wait. Servers react without waiting for their next poll. */
export type Signal = 'pages' | 'totals' | 'jobs';

/** Signals between servers, which are lost while Redis is down: subscribers also poll. */
export interface Signals {
  /** @param subjects without spaces, commas and `=`; undefined: everything */
  publish(signal: Signal, subjects?: Iterable<string>): void;
  /** After each reconnect, calls the listener without subjects, since signals may have been lost. */
  on(signal: Signal, listener: (subjects?: string[]) => void): void;
  close(): void;
}

const SINGLE_SERVER: Signals = { publish: () => undefined, on: () => undefined, close: () => undefined };

/** Decodes signals such as `totals pages pages=problems,people`; the last one of these has subjects. */
function decode(words: string[]): Map<string, string[] | undefined> {
  const pairs = words.map((word) => word.split('='));
  return new Map(pairs.map(([signal = '', subjects]) => [signal, subjects?.split(',')]));
}

export function openSignals(redis: Pick<RedisLink, 'commands'> | undefined): Signals {
  if (redis === undefined) return SINGLE_SERVER;
  const { commands } = redis;
  const channel = getChannel(commands);
  const own = newId();
  const received = new EventEmitter();
  const subscriber = commands.duplicate({ autoResubscribe: false });
  // The connection for commands logs errors.
  subscriber.on('error', () => undefined);
  subscriber.on('message', (_channel: string, text: string) => {
    const [from, ...words] = text.split(' ');
    // The publisher has already reacted itself.
    if (from !== own) for (const [signal, subjects] of decode(words)) received.emit(signal, subjects);
  });
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).then(
      () => received.eventNames().forEach((signal) => received.emit(signal)),
      () => subscriber.disconnect(true),
    );
  });
  // Detects a dead connection, since signals may be rare.
  const pinging = setInterval(() => void subscriber.ping().catch(() => undefined), PING_INTERVAL_MS).unref();
  return {
    publish: (signal, subjects) => {
      const words = [own, signal, ...(subjects ? [`${signal}=${[...subjects].join(',')}`] : [])];
      commands.publish(channel, words.join(' ')).catch(() => undefined);
    },
    on: (signal, listener) => void received.on(signal, listener),
    close: () => {
      clearInterval(pinging);
      subscriber.disconnect();
    },
  };
}
