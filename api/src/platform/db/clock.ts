import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Gauge } from 'prom-client';
import { ConditionLog } from '../condition-log.ts';
import { HOUR_MS } from '../durations.ts';
import { throttledError } from '../failure-log.ts';
import type { Db } from './connect.ts';
import { isDatabaseDown } from '../errors/database-unavailable.ts';

const COMPARE_INTERVAL_MS = 60_000;
/** With a larger offset, links, sessions and jobs expire at the wrong time. */
const MAX_OFFSET_MS = 30_000;

/**
 * Offset of the local clock from the database's (ms; positive: ahead). It is a lower bound: the database read its clock at an unknown
 * moment between request and response.
 *
 * @param sent local time of the request @param now the database's time @param received local time of the response
 */
export function clockOffset(sent: number, now: number, received: number): number {
  if (sent > now) return sent - now;
  return received < now ? received - now : 0;
}

/** `45 s ahead of`, `3 s behind` */
export const describeOffset = (offset: number): string =>
  `${Math.round(Math.abs(offset) / 1000)} s ${offset > 0 ? 'ahead of' : 'behind'}`;

export interface ClockWatch {
  start(): void;
  compare(): Promise<void>;
  close(): void;
}

/** Compares the local clock with the database's once a minute, and logs a wrong clock at most once an hour. */
export function watchClock(db: Db, log: FastifyBaseLogger, offsetSeconds: Gauge): ClockWatch {
  const wrongClock = new ConditionLog(
    log,
    {
      begins: (offset) => `The clock of this machine is ${offset} that of the database: synchronize both with NTP`,
      lasts: (offset) => `The clock of this machine is still ${offset} that of the database: synchronize both with NTP`,
      ends: () => 'The clock of this machine agrees with that of the database again',
    },
    HOUR_MS,
  );
  const compare = async () => {
    const sent = Date.now();
    const { rows } = await db.execute<{ now: number }>(sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`);
    const offset = clockOffset(sent, rows[0]?.now ?? sent, Date.now());
    offsetSeconds.set(offset / 1000);
    if (Math.abs(offset) > MAX_OFFSET_MS) wrongClock.reportActive(describeOffset(offset));
    else wrongClock.reportEnded();
  };
  let timer: NodeJS.Timeout | undefined;
  const poll = () => {
    compare().catch((error: unknown) => {
      // DatabaseWatch logs outages.
      if (!isDatabaseDown(error)) log.warn(throttledError(error), 'The clocks could not be compared');
    });
  };
  return {
    start() {
      poll();
      timer = setInterval(poll, COMPARE_INTERVAL_MS).unref();
    },
    compare,
    close: () => clearInterval(timer),
  };
}
