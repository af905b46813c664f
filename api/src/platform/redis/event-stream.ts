import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../db/new-id.ts';
import { withTimeout } from '../with-timeout.ts';
import type { RedisLink } from './redis.ts';

const STREAM = 'solvent:events';
/** Entries that the stream keeps for slow servers: some seconds under full load. */
const STREAM_LENGTH = 20_000;
/** Entries that wait for Redis; further messages only reach this server. */
const MAX_PENDING = 5000;
const ADD_TIMEOUT_MS = 1000;
const BLOCK_MS = 2000;
const SOCKET_TIMEOUT_MS = 5000;
const BATCH_SIZE = 500;
/** Pause after a read with results: each read costs the same, so this gathers more. */
const READ_PAUSE_MS = 10;
const RETRY_DELAY_MS = 100;
const FIRST_ID = '0-0';

/** An event for a room on every server; without an event, its sockets are disconnected. */
export interface RoomMessage {
  room: string;
  event?: string;
  payload?: unknown[];
  /** Dropped while Redis is down. */
  isVolatile?: boolean;
}

interface Listener {
  onMessage(message: RoomMessage): void;
  /** Messages may be lost. */
  onGap(): void;
}

/** Writes entries in order. While Redis is down, at most MAX_PENDING entries wait, and volatile messages are dropped. */
function createWriter({ events }: RedisLink, serverId: string) {
  let batch: RoomMessage[] = [];
  let pending = 0;
  const add = async (...entry: string[]): Promise<void> => {
    pending += 1;
    try {
      await events.xadd(STREAM, 'MAXLEN', '~', STREAM_LENGTH, '*', ...entry);
    } finally {
      pending -= 1;
    }
  };
  const writeBatch = () => {
    const isDown = events.status !== 'ready';
    const messages = isDown ? batch.filter(({ isVolatile }) => isVolatile !== true) : batch;
    batch = [];
    if (messages.length === 0 || (isDown && pending >= MAX_PENDING)) return;
    // `flush` detects failures.
    void add('from', serverId, 'says', JSON.stringify(messages)).catch(() => undefined);
  };
  /** Batches the messages of one microtask. */
  const publish = (message: RoomMessage) => {
    // A microtask stays in the trace of its caller.
    if (batch.length === 0) queueMicrotask(writeBatch);
    batch.push(message);
  };
  /** Returns whether all messages until now have reached Redis. */
  const flush = async (): Promise<boolean> => {
    writeBatch();
    if (events.status !== 'ready') return false;
    // Entries are added in order, so this empty one confirms all earlier ones.
    const confirming = withTimeout(ADD_TIMEOUT_MS, 'Adding to the stream', add('mark', ''));
    return confirming.then(
      () => true,
      () => false,
    );
  };
  return { publish, flush };
}

/** Reads messages of other servers. @returns stops reading */
function follow(redis: RedisLink, serverId: string, { onMessage, onGap }: Listener): () => void {
  // Without retries, a read fails when its connection breaks.
  const reader = redis.follow({ socketTimeout: SOCKET_TIMEOUT_MS, maxRetriesPerRequest: 0 });
  let position = FIRST_ID;
  let mayHaveGap = true;
  const stopping = new AbortController();
  reader.on('close', () => {
    mayHaveGap = true;
  });

  /** Checks for a gap: the last entry is missing if Redis has lost its data or trimmed the stream. */
  const checkGap = async () => {
    if ((await reader.xrange(STREAM, position, position)).length > 0) return;
    const [newest] = await reader.xrevrange(STREAM, '+', '-', 'COUNT', 1);
    position = newest?.[0] ?? FIRST_ID;
    onGap();
  };

  /** @returns the pause before the next read */
  const read = async (): Promise<number> => {
    if (mayHaveGap) {
      mayHaveGap = false;
      await checkGap();
    }
    const found = await reader.xread('COUNT', BATCH_SIZE, 'BLOCK', BLOCK_MS, 'STREAMS', STREAM, position);
    const entries = found?.[0]?.[1] ?? [];
    for (const [id, [field, sender, , messages]] of entries) {
      position = id;
      // Other servers write the same format.
      if (field === 'from' && sender !== serverId && messages !== undefined)
        (JSON.parse(messages) as RoomMessage[]).forEach(onMessage);
    }
    return entries.length > 0 ? READ_PAUSE_MS : 0;
  };

  const loop = async () => {
    while (!stopping.signal.aborted) {
      const pause = await read().catch(() => {
        mayHaveGap = true;
        return RETRY_DELAY_MS;
      });
      if (pause > 0) await wait(pause, undefined, { ref: false });
    }
  };

  void loop();
  return () => {
    stopping.abort();
    reader.disconnect();
  };
}

export type EventStream = ReturnType<typeof openEventStream>;

export function openEventStream(redis: RedisLink, listener?: Listener) {
  const serverId = newId();
  const stopFollowing = listener && follow(redis, serverId, listener);
  return { ...createWriter(redis, serverId), close: () => stopFollowing?.() };
}
