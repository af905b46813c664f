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
  tell(signal: Signal): void;
  /** Hears what other servers tell, and all of it once some of it may have been missed. */
  on(signal: Signal, heard: () => void): void;
  close(): void;
}

/** Where there is one server. */
const ALONE: Signals = { tell: () => undefined, on: () => undefined, close: () => undefined };

/** What is told within one turn of the event loop is told once. */
function tellerOn(commands: Redis, own: string): Signals['tell'] {
  let told = new Set<Signal>();
  return (signal) => {
    if (told.size === 0)
      setImmediate(() => {
        const signals = [...told].join(' ');
        told = new Set();
        commands.publish(channelOf(commands), `${own} ${signals}`).catch(() => undefined);
      });
    told.add(signal);
  };
}

/** @param redis undefined: there is one server, whom nobody tells anything */
export function openSignals(redis: Pick<RedisLink, 'commands'> | undefined): Signals {
  if (redis === undefined) return ALONE;
  const own = newId();
  const listeners = new Map<Signal, (() => void)[]>();
  const hear = (signals: Iterable<Signal>) => [...signals].flatMap((one) => listeners.get(one) ?? []).forEach((heard) => heard());
  const subscriber = redis.commands.duplicate({ autoResubscribe: false });
  // What is wrong is said by the connection for commands.
  subscriber.on('error', () => undefined);
  subscriber.on('message', (_channel: string, text: string) => {
    const [from, ...signals] = text.split(' ');
    // Whoever tells does so after it has done the same itself.
    if (from !== own) hear(signals as Signal[]);
  });
  subscriber.on('ready', () => {
    subscriber.subscribe(channelOf(subscriber)).then(
      () => hear(listeners.keys()),
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
