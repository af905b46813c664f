import { inArray } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/connect.ts';
import { unsaidMessages } from '../db/schema/chat.ts';
import type { Realtime } from '../realtime/realtime.ts';

/** Notes of what was said wait this long (ms), so that many messages are noted at once. */
const COLLECTED_FOR = 50;

/** Notes that messages were said. */
export interface SaidMarks {
  add(messageId: string): void;
  /** Notes what waits, and takes nothing more: whatever comes then is said once more by the next server. */
  close(): Promise<void>;
}

/**
 * Takes the notes of unsaid messages away, many at a time, once what was said has gone out. What fails is only logged: the
 * message is then said twice.
 */
export function createSaidMarks(db: Db, realtime: Realtime, log: FastifyBaseLogger): SaidMarks {
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let noting = Promise.resolve();

  async function note(): Promise<void> {
    const ids = waiting;
    waiting = [];
    timer = undefined;
    if (ids.length === 0) return;
    try {
      if (await realtime.sent()) await db.delete(unsaidMessages).where(inArray(unsaidMessages.messageId, ids));
    } catch (error) {
      log.warn({ err: error }, 'Messages that were said are not noted so');
    }
  }
  const flush = () => {
    noting = noting.then(note);
  };

  return {
    add: (messageId) => {
      waiting.push(messageId);
      timer ??= setTimeout(flush, COLLECTED_FOR).unref();
    },
    close: async () => {
      clearTimeout(timer);
      flush();
      await noting;
    },
  };
}
