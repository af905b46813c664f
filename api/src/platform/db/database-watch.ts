import type { FastifyBaseLogger } from 'fastify';
import { ConditionLog } from '../condition-log.ts';
import { isDatabaseDown } from '../errors/database-unavailable.ts';
import { getFailureReason } from '../failure-log.ts';

/** Shared by all polling loops of a process, so that an outage is logged once. */
export interface DatabaseWatch {
  /** Logs an outage, and returns true; other errors remain to be logged. */
  reportOutage(error: unknown): boolean;
  reportSuccess(): void;
}

export function watchDatabase(log: FastifyBaseLogger): DatabaseWatch {
  const outage = new ConditionLog(log, {
    begins: (reason) => `The database does not answer (${reason}): events and jobs wait until it does`,
    lasts: (reason, seconds) => `The database has not answered for ${seconds} s (${reason})`,
    ends: (seconds) => `The database answers again, after ${seconds} s`,
  });
  return {
    reportOutage(error) {
      if (!isDatabaseDown(error)) return false;
      outage.reportActive(getFailureReason(error));
      return true;
    },
    reportSuccess: () => outage.reportEnded(),
  };
}
