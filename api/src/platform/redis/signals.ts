import type { Redis } from 'ioredis';
import { newId } from '../db/new-id.ts';
import type { RedisLink } from './redis.ts';

/** Channels are Redis' own, not a database's in it. */
const channelOf = ({ options: { db = 0 } }: Redis) => `solvent:signals:${db}`;

/** Interval of pings (ms), which find a dead connection. */
const PING_INTERVAL_MS = 10_000;

/** Pages changed, totals of problems are recounted, jobs wait. A server that gets a signal need not wait for its next check. */
export type Signal = 'pages' | 'totals' | 'jobs';

/** Publishes to the other servers. Signals are lost while Redis is down, so subscribers also check at intervals. */
export interface Signals {
  /** @param subjects words without spaces, commas and `=`; undefined: everything */
  publish(signal: Signal, subjects?: Iterable<string>): void;
  /** Subscribes to signals of other servers. After each reconnect every listener is called without subjects, since signals may have been missed. */
  on(signal: Signal, listener: (subjects?: string[]) => void): void;
  close(): void;
}

/** For a single server. */
const ALONE: Signals = { publish: () => undefined, on: () => undefined, close: () => undefined };

/** Subjects of a signal; undefined: everything. */
type Subjects = Set<string> | undefined;

/** Such as `totals pages pages=problems,people`: a server of the previous release reads `pages` alone, which means everything. */
const encode = (signals: ReadonlyMap<string, Subjects>): string =>
  [...signals]
    .map(([signal, subjects]) => (subjects === undefined ? signal : `${signal} ${signal}=${[...subjects].join(',')}`))
    .join(' ');

function decode(words: string[]): Map<string, string[] | undefined> {
  const subjects = new Map(words.flatMap((word) => (word.includes('=') ? [word.split('=') as [string, string]] : [])));
  return new Map(words.filter((word) => !word.includes('=')).map((signal) => [signal, subjects.get(signal)?.split(',')]));
}

/** Publishes the signals of one tick of the event loop in one message. */
function publisherOn(commands: Redis, own: string): Signals['publish'] {
  let pending = new Map<Signal, Subjects>();
  return (signal, subjects) => {
    if (pending.size === 0)
      setImmediate(() => {
        const signals = encode(pending);
        pending = new Map();
        commands.publish(channelOf(commands), `${own} ${signals}`).catch(() => undefined);
      });
    const before = pending.has(signal) ? pending.get(signal) : new Set<string>();
    pending.set(signal, subjects === undefined || before === undefined ? undefined : new Set([...before, ...subjects]));
  };
}

/** @param redis undefined for a single server */
export function openSignals(redis: Pick<RedisLink, 'commands'> | undefined): Signals {
  if (redis === undefined) return ALONE;
  const own = newId();
  const listeners = new Map<string, ((subjects?: string[]) => void)[]>();
  const notify = (signal: string, subjects?: string[]) => listeners.get(signal)?.forEach((listener) => listener(subjects));
  const subscriber = redis.commands.duplicate({ autoResubscribe: false });
  // The connection for commands logs errors.
  subscriber.on('error', () => undefined);
  subscriber.on('message', (_channel: string, text: string) => {
    const [from, ...words] = text.split(' ');
    // The publisher has already done its part itself.
    if (from !== own) for (const [signal, subjects] of decode(words)) notify(signal, subjects);
  });
  subscriber.on('ready', () => {
    subscriber.subscribe(channelOf(subscriber)).then(
      () => [...listeners.keys()].forEach((signal) => notify(signal)),
      () => subscriber.disconnect(true),
    );
  });
  // Signals may be rare, so a dead connection is found by a ping without a reply.
  const pinging = setInterval(() => void subscriber.ping().catch(() => undefined), PING_INTERVAL_MS).unref();
  return {
    publish: publisherOn(redis.commands, own),
    on: (signal, listener) => void listeners.set(signal, [...(listeners.get(signal) ?? []), listener]),
    close: () => {
      clearInterval(pinging);
      subscriber.disconnect();
    },
  };
}
