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

type Subjects = Set<string> | undefined;

/** Such as `totals pages pages=problems,people`: servers of the previous release read `pages` alone, which means everything. */
const encode = (signals: ReadonlyMap<string, Subjects>): string =>
  [...signals]
    .map(([signal, subjects]) => (subjects === undefined ? signal : `${signal} ${signal}=${[...subjects].join(',')}`))
    .join(' ');

function decode(words: string[]): Map<string, string[] | undefined> {
  const subjects = new Map(words.flatMap((word) => (word.includes('=') ? [word.split('=') as [string, string]] : [])));
  return new Map(words.filter((word) => !word.includes('=')).map((signal) => [signal, subjects.get(signal)?.split(',')]));
}

function createPublisher(commands: Redis, own: string): Signals['publish'] {
  let pending = new Map<Signal, Subjects>();
  return (signal, subjects) => {
    if (pending.size === 0)
      setImmediate(() => {
        const signals = encode(pending);
        pending = new Map();
        commands.publish(getChannel(commands), `${own} ${signals}`).catch(() => undefined);
      });
    const before = pending.has(signal) ? pending.get(signal) : new Set<string>();
    pending.set(signal, subjects === undefined || before === undefined ? undefined : new Set([...before, ...subjects]));
  };
}

export function openSignals(redis: Pick<RedisLink, 'commands'> | undefined): Signals {
  if (redis === undefined) return SINGLE_SERVER;
  const own = newId();
  const listeners = new Map<string, ((subjects?: string[]) => void)[]>();
  const notify = (signal: string, subjects?: string[]) => listeners.get(signal)?.forEach((listener) => listener(subjects));
  const subscriber = redis.commands.duplicate({ autoResubscribe: false });
  // The connection for commands logs errors.
  subscriber.on('error', () => undefined);
  subscriber.on('message', (_channel: string, text: string) => {
    const [from, ...words] = text.split(' ');
    // The publisher has already reacted itself.
    if (from !== own) for (const [signal, subjects] of decode(words)) notify(signal, subjects);
  });
  subscriber.on('ready', () => {
    subscriber.subscribe(getChannel(subscriber)).then(
      () => [...listeners.keys()].forEach((signal) => notify(signal)),
      () => subscriber.disconnect(true),
    );
  });
  // Detects a dead connection, since signals may be rare.
  const pinging = setInterval(() => void subscriber.ping().catch(() => undefined), PING_INTERVAL_MS).unref();
  return {
    publish: createPublisher(redis.commands, own),
    on: (signal, listener) => void listeners.set(signal, [...(listeners.get(signal) ?? []), listener]),
    close: () => {
      clearInterval(pinging);
      subscriber.disconnect();
    },
  };
}
