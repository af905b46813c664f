import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { RedisLink } from './redis.ts';

/** After a read that failed (ms): the adapter reads again at once. */
const READ_AGAIN_AFTER = 500;
/** Events that wait for Redis; the oldest go when there are more. */
const LATE_MAX = 5000;
/** How the adapter writes that an event is worth nothing later on (Socket.IO's `volatile`). Texts have their quotes escaped. */
const VOLATILE = '"volatile":true';
/** The id before all others. */
const FIRST = '0-0';

/** Adds events to the stream, and those that could not go out as soon as Redis is back. */
class Writer {
  readonly #commands: Redis;
  /** Arguments of XADD by what they say: the same thing is not kept twice. */
  readonly #late = new Map<string, readonly string[]>();
  #latest: Promise<unknown> = Promise.resolve();

  constructor(commands: Redis) {
    this.#commands = commands;
    commands.on('ready', () => this.#addLate());
  }

  add(entry: readonly string[]): Promise<unknown> {
    const adding = this.#commands.call('XADD', ...entry);
    this.#latest = adding.then(
      () => this.#addLate(),
      () => this.#keep(entry),
    );
    return adding;
  }

  async sent(): Promise<boolean> {
    await this.#latest;
    return this.#late.size === 0;
  }

  #keep(entry: readonly string[]): void {
    const says = entry.at(-1) ?? '';
    if (says.includes(VOLATILE)) return;
    this.#late.delete(says);
    this.#late.set(says, entry);
    const oldest = this.#late.keys().next();
    if (this.#late.size > LATE_MAX && oldest.value !== undefined) this.#late.delete(oldest.value);
  }

  #addLate(): void {
    const entries = [...this.#late.values()];
    this.#late.clear();
    // One that fails again is kept again, and told so by `sent`.
    for (const entry of entries) void this.add(entry).catch(() => undefined);
  }
}

/** Reads the stream from where it is now, and tells when something may have been left out. */
class Reader {
  readonly #redis: Redis;
  readonly #onGap: () => void;
  /** Id of the entry after which the latest read began. */
  #from: string | undefined;
  /** Whether the connection broke since it was certain that nothing is left out. */
  #broken = false;
  #closed = false;

  constructor(redis: Redis, onGap: () => void) {
    this.#redis = redis;
    this.#onGap = onGap;
    redis.on('close', () => {
      this.#broken = true;
    });
  }

  /** The adapter asks for `$`, what comes from now on, until it has read something: what comes between two reads counts. */
  async read(words: readonly (string | number)[]): Promise<unknown> {
    const [stream = '', from = ''] = words.slice(-2).map(String);
    try {
      if (this.#from === undefined) await this.#begin(stream);
      if (this.#broken) await this.#lookForGap(stream);
      if (from !== '$') this.#from = from;
      return await this.#redis.call('XREAD', ...words.slice(0, -1), this.#from ?? FIRST);
    } catch (error) {
      if (!this.#closed) await wait(READ_AGAIN_AFTER, undefined, { ref: false });
      throw error;
    }
  }

  close(): void {
    this.#closed = true;
    this.#redis.disconnect();
  }

  /** Whatever was said before counts as left out. */
  async #begin(stream: string): Promise<void> {
    const [latest] = await this.#redis.xrevrange(stream, '+', '-', 'COUNT', 1);
    this.#from = latest?.[0] ?? FIRST;
    this.#broken = false;
    this.#onGap();
  }

  /** Redis knows the entry no more: it has lost its data, or so much was said since that this one had to go. */
  async #lookForGap(stream: string): Promise<void> {
    const from = this.#from ?? FIRST;
    this.#broken = false;
    try {
      const found = await this.#redis.xrange(stream, from, from);
      if (found.length === 0 && from !== FIRST) this.#onGap();
    } catch (error) {
      this.#broken = true;
      throw error;
    }
  }
}

/** The stream through which replicas tell each other events. */
export interface EventStream {
  /** What the Socket.IO adapter asks of a Redis client. */
  client: object;
  /** Whether all that was added until now has gone out. */
  sent(): Promise<boolean>;
  close(): void;
}

/**
 * A stream on Redis.
 * @param onGap hears that this replica may have left something out that others said
 */
export function openEventStream(redis: RedisLink, onGap: () => void): EventStream {
  const writer = new Writer(redis.commands);
  const reader = new Reader(redis.follower(), onGap);
  const following = {
    on: () => undefined,
    xread: (...words: (string | number)[]) => reader.read(words),
    // Channels are for questions between servers, and none is asked: presence is kept in Redis.
    subscribe: () => undefined,
    disconnect: () => reader.close(),
  };
  const client = {
    options: {},
    duplicate: () => following,
    xadd: (entry: (string | number)[]) => writer.add(entry.map(String)),
  };
  return { client, sent: () => writer.sent(), close: () => reader.close() };
}
