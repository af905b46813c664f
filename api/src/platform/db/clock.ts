import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Gauge } from 'prom-client';
import { ConditionLog } from '../condition-log.ts';
import { HOUR } from '../durations.ts';
import { outage } from '../failure-log.ts';
import type { Db } from './connect.ts';
import { isDatabaseGone } from '../errors/database-gone.ts';

/** How often the clocks are compared (ms). */
const COMPARED_EVERY = 60_000;
/** Links, sessions and jobs end at the wrong moment where clocks are further apart than this (ms). */
const MAX_OFFSET = 30_000;

/**
 * How far the own clock is ahead of the database's (ms; negative: behind), at least: as little as the time that the question was under
 * way allows.
 *
 * @param asked when the question left, by the own clock @param now the answer @param answered when it arrived
 */
export function clockOffset(asked: number, now: number, answered: number): number {
  if (asked > now) return asked - now;
  return answered < now ? answered - now : 0;
}

/** Says how far apart the clocks are, in words. */
export const sayOffset = (offset: number): string =>
  `${Math.round(Math.abs(offset) / 1000)} s ${offset > 0 ? 'ahead of' : 'behind'}`;

export interface ClockWatch {
  start(): void;
  /** Compares the clocks now. */
  compare(): Promise<void>;
  close(): void;
}

/** Compares the clock of this process with the database's, again and again; one that is wrong is logged, at most once an hour, and shown. */
export function watchClock(db: Db, log: FastifyBaseLogger, offsetSeconds: Gauge): ClockWatch {
  const wrong = new ConditionLog(
    log,
    {
      begins: (apart) => `The clock of this machine is ${apart} that of the database: let both take their time from NTP`,
      lasts: (apart) => `The clock of this machine is still ${apart} that of the database: let both take their time from NTP`,
      ends: () => 'The clock of this machine agrees with that of the database again',
    },
    HOUR,
  );
  const compare = async () => {
    const asked = Date.now();
    const { rows } = await db.execute<{ now: number }>(
      sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
    );
    const offset = clockOffset(asked, rows[0]?.now ?? asked, Date.now());
    offsetSeconds.set(offset / 1000);
    if (Math.abs(offset) > MAX_OFFSET) wrong.holds(sayOffset(offset));
    else wrong.ended();
  };
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    compare().catch((error: unknown) => {
      // The loops that wait for the database log that it is away.
      if (!isDatabaseGone(error)) log.warn(outage(error), 'The clocks could not be compared');
    });
  };
  return {
    start() {
      look();
      timer = setInterval(look, COMPARED_EVERY).unref();
    },
    compare,
    close: () => clearInterval(timer),
  };
}
