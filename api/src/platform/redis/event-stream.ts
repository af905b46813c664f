import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../db/new-id.ts';
import { withTimeout } from '../with-timeout.ts';
import type { RedisLink } from './redis.ts';

const STREAM = 'solvent:events';
/** Entries that the stream keeps for servers that are late: some seconds under full load. */
const LENGTH = 20_000;
/** Entries that wait for Redis at most; what is said beyond is said here only. */
const WAITING_MAX = 5000;
/** An entry that takes longer to be added (ms) counts as one that is not there yet. */
const ADDED_WITHIN = 1000;
/** A read waits so long at Redis (ms): less than a connection may be silent. */
const READ_WAITS = 2000;
/** A connection over which an answer is this late (ms) is taken for dead: longer than reads wait. */
const SILENCE_OF_READS_MAX = 5000;
const READ_AT_ONCE = 500;
/** After something was read, so long is waited for more (ms): each read costs the same, whatever it finds. */
const GATHERED_FOR = 10;
/** Between two reads that fail (ms). */
const FAILED_PAUSE = 100;
/** The id before all others. */
const NOTHING = '0-0';

/** What is said to the pages in a room, at every server; without an event, they are to be disconnected. */
export interface RoomMessage {
  room: string;
  event?: string;
  payload?: unknown[];
  /** Worth nothing later on: it does not wait for Redis. */
  isVolatile?: boolean;
}

/** The stream through which servers tell each other what their pages are to hear. */
export interface EventStream {
  /** To all other servers. What is said in one go is one entry. */
  publish(saying: RoomMessage): void;
  /** Whether all that was said until now has gone out. */
  flush(): Promise<boolean>;
  close(): void;
}

/** Who listens to the stream. */
export interface Listener {
  onMessage(saying: RoomMessage): void;
  /** This server may have left something out that others said. */
  onGap(): void;
}

/** Adds to the stream. What is added while Redis is away goes out, in order, as soon as it is back. */
function writerTo({ events }: Pick<RedisLink, 'events'>, own: string) {
  let said: RoomMessage[] = [];
  let waiting = 0;
  /** @throws where Redis refuses it */
  const add = async (...entry: string[]): Promise<string | null> => {
    waiting += 1;
    try {
      return await events.xadd(STREAM, 'MAXLEN', '~', LENGTH, '*', ...entry);
    } finally {
      waiting -= 1;
    }
  };
  const flush = () => {
    const isAway = events.status !== 'ready';
    const worth = isAway ? said.filter(({ isVolatile }) => isVolatile !== true) : said;
    said = [];
    if (worth.length === 0 || (isAway && waiting >= WAITING_MAX)) return;
    // Whether it went out is asked by `sent`.
    void add('from', own, 'says', JSON.stringify(worth)).catch(() => undefined);
  };
  return {
    say: (saying: RoomMessage) => {
      // Within the work that says it, of whose trace it is.
      if (said.length === 0) queueMicrotask(flush);
      said.push(saying);
    },
    flush,
    /** Adds an entry that says nothing, after all that this server has said. @throws while Redis is away */
    mark: async () => {
      flush();
      if (events.status !== 'ready') throw new Error('Redis is away');
      return withTimeout(ADDED_WITHIN, 'Adding to the stream', add('mark', ''));
    },
  };
}

/** Reads what other servers say. @returns what ends it */
function follow(redis: RedisLink, own: string, { onMessage, onGap }: Listener): () => void {
  // A read on a connection that breaks fails, so that the next question is whether something was left out.
  const reader = redis.follow({ socketTimeout: SILENCE_OF_READS_MAX, maxRetriesPerRequest: 0 });
  let position: string | undefined;
  let isUnsure = true;
  const ending = new AbortController();
  reader.on('close', () => {
    isUnsure = true;
  });

  /** Redis does not know the entry that was read last: it has lost its data, or so much was said since that this one had to go. */
  const lookForGap = async () => {
    const last = position ?? NOTHING;
    if ((await reader.xrange(STREAM, last, last)).length > 0) return;
    const [newest] = await reader.xrevrange(STREAM, '+', '-', 'COUNT', 1);
    position = newest?.[0] ?? NOTHING;
    onGap();
  };

  const read = async (from: string) => {
    const found = await reader.xread('COUNT', READ_AT_ONCE, 'BLOCK', READ_WAITS, 'STREAMS', STREAM, from);
    const entries = found?.[0]?.[1] ?? [];
    for (const [id, [field, by, , says]] of entries) {
      position = id;
      // Another server wrote it as this one does.
      if (field === 'from' && by !== own && says !== undefined) (JSON.parse(says) as RoomMessage[]).forEach(onMessage);
    }
    return entries.length > 0;
  };

  const step = async () => {
    while (isUnsure) {
      isUnsure = false;
      await lookForGap().catch((error: unknown) => {
        isUnsure = true;
        throw error;
      });
    }
    return read(position ?? NOTHING);
  };

  const readOn = async () => {
    while (!ending.signal.aborted) {
      const pause = await step().then(
        (found) => (found ? GATHERED_FOR : 0),
        () => FAILED_PAUSE,
      );
      if (pause > 0) await wait(pause, undefined, { ref: false });
    }
  };

  void readOn();
  return () => {
    ending.abort();
    reader.disconnect();
  };
}

/**
 * The stream on Redis.
 * @param listener undefined: this server has no pages
 */
export function openEventStream(redis: RedisLink, listener?: Listener): EventStream {
  const own = newId();
  const { say, flush, mark } = writerTo(redis, own);
  const stop = listener && follow(redis, own, listener);
  return {
    publish: say,
    flush: () =>
      mark().then(
        () => true,
        () => false,
      ),
    close: () => {
      flush();
      stop?.();
    },
  };
}
