import type { Redis } from 'ioredis';
import { newId } from '../db/new-id.ts';
import type { RedisLink } from './redis.ts';

/** Channels are Redis' own, not a database's in it. */
const channelOf = ({ options: { db = 0 } }: Redis) => `solvent:signals:${db}`;

/** How often a connection is asked whether it still is there (ms). */
const ASKED_EVERY = 10_000;

/** What servers tell each other, so that none waits until it looks for itself: pages changed, problems are counted anew, jobs wait. */
export type Signal = 'pages' | 'totals' | 'jobs';

/** Tells the other servers. What is told while Redis is away is lost: whoever listens looks now and then, too. */
export interface Signals {
  /** @param about words without spaces, commas and `=`; undefined: about everything */
  tell(signal: Signal, about?: Iterable<string>): void;
  /** Hears what other servers tell, and all of it, about everything, once some of it may have been missed. */
  on(signal: Signal, heard: (about?: string[]) => void): void;
  close(): void;
}

/** Where there is one server. */
const ALONE: Signals = { tell: () => undefined, on: () => undefined, close: () => undefined };

/** What a signal is about; undefined: everything. */
type About = Set<string> | undefined;

/**
 * Such as `totals pages pages=problems,people`: a server of a release that knows no details reads `pages` alone, and takes it to be
 * about everything.
 */
const write = (told: ReadonlyMap<string, About>): string =>
  [...told].map(([signal, about]) => (about === undefined ? signal : `${signal} ${signal}=${[...about].join(',')}`)).join(' ');

function read(words: string[]): Map<string, string[] | undefined> {
  const details = new Map(words.flatMap((word) => (word.includes('=') ? [word.split('=') as [string, string]] : [])));
  return new Map(words.filter((word) => !word.includes('=')).map((signal) => [signal, details.get(signal)?.split(',')]));
}

/** What is told within one turn of the event loop is told once. */
function tellerOn(commands: Redis, own: string): Signals['tell'] {
  let told = new Map<Signal, About>();
  return (signal, about) => {
    if (told.size === 0)
      setImmediate(() => {
        const signals = write(told);
        told = new Map();
        commands.publish(channelOf(commands), `${own} ${signals}`).catch(() => undefined);
      });
    const before = told.has(signal) ? told.get(signal) : new Set<string>();
    told.set(signal, about === undefined || before === undefined ? undefined : new Set([...before, ...about]));
  };
}

/** @param redis undefined: there is one server, whom nobody tells anything */
export function openSignals(redis: Pick<RedisLink, 'commands'> | undefined): Signals {
  if (redis === undefined) return ALONE;
  const own = newId();
  const listeners = new Map<string, ((about?: string[]) => void)[]>();
  const hear = (signal: string, about?: string[]) => listeners.get(signal)?.forEach((heard) => heard(about));
  const subscriber = redis.commands.duplicate({ autoResubscribe: false });
  // What is wrong is said by the connection for commands.
  subscriber.on('error', () => undefined);
  subscriber.on('message', (_channel: string, text: string) => {
    const [from, ...words] = text.split(' ');
    // Whoever tells does so after it has done the same itself.
    if (from !== own) for (const [signal, about] of read(words)) hear(signal, about);
  });
  subscriber.on('ready', () => {
    subscriber.subscribe(channelOf(subscriber)).then(
      () => [...listeners.keys()].forEach((signal) => hear(signal)),
      () => subscriber.disconnect(true),
    );
  });
  // Nobody may tell anything for long: a connection that is dead is found out by an answer that does not come.
  const asking = setInterval(() => void subscriber.ping().catch(() => undefined), ASKED_EVERY).unref();
  return {
    tell: tellerOn(redis.commands, own),
    on: (signal, heard) => void listeners.set(signal, [...(listeners.get(signal) ?? []), heard]),
    close: () => {
      clearInterval(asking);
      subscriber.disconnect();
    },
  };
}
