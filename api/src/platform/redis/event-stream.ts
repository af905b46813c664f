import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { RedisLink } from './redis.ts';

const STREAM = 'solvent:events';
/** Events that the stream keeps for servers that are late: some seconds under full load. */
const LENGTH = 20_000;
/** A read waits so long at Redis (ms): less than a connection may be silent. */
const READ_WAITS = 2000;
/** The id before all others. */
const NOTHING = '0-0';

/** The stream through which servers tell each other events. */
export interface EventStream {
  /** For `io.adapter`. */
  adapter: ReturnType<typeof createAdapter>;
  /** Whether all that was said until now has gone out. */
  sent(): Promise<boolean>;
  close(): void;
}

/**
 * The stream on Redis, read and written by the adapter of Socket.IO.
 * @param onGap hears that this server may have left something out that others said
 */
export function openEventStream({ events }: RedisLink, onGap: () => void): EventStream {
  const adapter = createAdapter(events, { streamName: STREAM, maxLen: LENGTH, blockTimeInMs: READ_WAITS, onlyPlaintext: true });
  const [reader] = events.followers;
  /** Adds an entry that says nothing, after all that this server has said. @throws while Redis is away */
  const addMark = () => events.xadd(STREAM, 'MAXLEN', '~', LENGTH, '*', 'mark', '');

  /** Redis does not know the entry that was read last: it has lost its data, or so much was said since that this one had to go. */
  const lookForGap = async () => {
    const position = events.position ?? NOTHING;
    const found = await events.xrange(STREAM, position, position);
    if (found.length === 0) onGap();
    const mark = await addMark();
    events.position ??= mark ?? undefined;
  };

  // What fails is done when the connection is ready again.
  const onReady = () => void lookForGap().catch(() => undefined);
  reader?.on('ready', onReady);
  return {
    adapter,
    sent: async () => {
      if (events.status !== 'ready') return false;
      return addMark().then(
        () => true,
        () => false,
      );
    },
    close: () => reader?.off('ready', onReady),
  };
}
