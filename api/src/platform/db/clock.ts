import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Gauge } from 'prom-client';
import { ConditionLog } from '../condition-log.ts';
import { HOUR_MS } from '../durations.ts';
import { throttledError } from '../failure-log.ts';
import type { Db } from './connect.ts';
import { isDatabaseDown } from '../errors/database-unavailable.ts';

const COMPARE_INTERVAL_MS = 60_000;
/** A larger offset makes links, sessions and jobs expire at the wrong time. */
const MAX_OFFSET_MS = 30_000;

/** Returns the minimum offset (ms; positive: ahead): the database read its clock at `now`, between the request and the response. */
export function clockOffset(sentAt: number, now: number, receivedAt: number): number {
  if (sentAt > now) return sentAt - now;
  return receivedAt < now ? receivedAt - now : 0;
}

export const describeOffset = (offset: number): string =>
  `${Math.round(Math.abs(offset) / 1000)} s ${offset > 0 ? 'ahead of' : 'behind'}`;

/** Compares the local clock with the database's once a minute, and logs a wrong clock at most once an hour. */
export function watchClock(db: Db, log: FastifyBaseLogger, offsetSeconds: Gauge) {
  const wrongClock = new ConditionLog(
    log,
    {
      lasts: (offset) => `The clock of this machine is ${offset} that of the database: synchronize both with NTP`,
      ended: 'The clock of this machine agrees with that of the database again',
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
