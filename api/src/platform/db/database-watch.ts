import type { FastifyBaseLogger } from 'fastify';
import { ConditionLog } from '../condition-log.ts';
import { isDatabaseGone } from '../errors/database-gone.ts';
import { reasonOf } from '../failure-log.ts';

/** What the loops of a process share, so that the log says once that the database is away, not once for each loop and try. */
export interface DatabaseWatch {
  /** Whether an error says that the database is away: then that is logged here, and is no news. */
  isAway(error: unknown): boolean;
  /** The database did what a loop asked of it. */
  answered(): void;
}

export function watchDatabase(log: FastifyBaseLogger): DatabaseWatch {
  const away = new ConditionLog(log, {
    begins: (reason) => `The database does not answer (${reason}): events and jobs wait until it does`,
    lasts: (reason, seconds) => `The database has not answered for ${seconds} s (${reason})`,
    ends: (seconds) => `The database answers again, after ${seconds} s`,
  });
  return {
    isAway(error) {
      if (!isDatabaseGone(error)) return false;
      away.holds(reasonOf(error));
      return true;
    },
    answered: () => away.ended(),
  };
}
