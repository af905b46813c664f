import type { FastifyBaseLogger } from 'fastify';
import { ConditionLog } from '../condition-log.ts';
import { isDatabaseDown } from '../errors/database-unavailable.ts';

export type DatabaseWatch = ReturnType<typeof watchDatabase>;

/** Creates a watch that all polling loops of a process share, so that an outage is logged once. */
export function watchDatabase(log: FastifyBaseLogger) {
  const outage = new ConditionLog(log, {
    lasts: (reason) => `The database does not answer (${reason}): events and jobs wait until it does`,
    ended: 'The database answers again',
  });
  return {
    /** Logs an outage, and returns true; other errors remain to be logged. */
    reportOutage(error: unknown): boolean {
      if (!isDatabaseDown(error)) return false;
      outage.reportActive(error);
      return true;
    },
    reportSuccess: () => outage.reportEnded(),
  };
}
