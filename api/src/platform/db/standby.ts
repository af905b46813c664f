import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { AppError } from '../errors/app-error.ts';
import { isDatabaseUnavailable } from '../errors/database-unavailable.ts';
import { errorCode, getErrorMessage, getRootCause } from '../errors/error-code.ts';
import { connectToStandby } from './connect.ts';
import type { Db } from './connect.ts';

/** When the standby is down for hours, newer positions replace the last one, with its time. */
const MAX_SAMPLES = 100;

/** Positions are bytes of the write-ahead log. Uses only the clock of this process, since clocks of servers differ. */
export class ReplicationLag {
  #samples: { at: number; position: number }[] = [];
  #replayed = 0;

  /** @param at time (ms) before the primary was queried */
  addPrimary(position: number, at: number): void {
    const last = this.#samples.at(-1);
    if (position <= (last?.position ?? this.#replayed)) return;
    if (last !== undefined && this.#samples.length === MAX_SAMPLES) last.position = position;
    else this.#samples.push({ at, position });
  }

  setReplayed(position: number): void {
    this.#replayed = position;
    this.#samples = this.#samples.filter((sample) => sample.position > position);
  }

  /** Returns the age (ms) of the oldest write that the standby has not replayed. */
  getLagMs(now: number): number {
    const [first] = this.#samples;
    return first === undefined ? 0 : now - first.at;
  }
}

const PRIMARY_POSITION = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS position";
/** Selects the replayed position; null on a server that is not a standby. */
const REPLAYED_POSITION = `
  SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 END AS position`;

async function readPosition(pool: pg.Pool, statement: string): Promise<number> {
  const { rows } = await pool.query<{ position: number | null }>(statement);
  const position = rows[0]?.position ?? null;
  if (position === null) throw new Error('it follows nobody: it is no replica');
  return position;
}

const CHECK_INTERVAL_MS = 500;
/** An older check counts as failed. */
const CHECK_TTL_MS = 2500;
export const MAX_LAG_MS = 10_000;

/** Number of consecutive timeouts after which the standby is paused. */
const MAX_TIMEOUTS = 3;
const TIMEOUT_PAUSE_MS = 10_000;

interface StandbyState {
  isUsed: boolean;
  reason: string;
}

/** A query or connection was canceled because it conflicts with the replay. */
const RECOVERY_CONFLICT = '40001';
const STATEMENT_TIMEOUT = '57014';

/**
 * Returns whether a statement, or waiting for a connection of the pool, timed out. Such reads are not retried on the primary, which
 * must not receive the load of a slow standby.
 */
function isStandbyTimeout(error: unknown): boolean {
  const cause = getRootCause(error);
  return errorCode(cause) === STATEMENT_TIMEOUT || getErrorMessage(cause).startsWith('timeout exceeded when');
}

const isStandbyDown = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && !isStandbyTimeout(error) && errorCode(getRootCause(error)) !== RECOVERY_CONFLICT;

export class Standby {
  readonly db: Db;
  /** A separate connection, so that checks succeed while all others are busy. */
  readonly #checkPool: pg.Pool;
  readonly #lag = new ReplicationLag();
  readonly #closing = new AbortController();
  readonly #watching: Promise<void>;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #failure = 'it was not checked yet';
  #timeouts = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #wasUsed = false;
  #listener: (state: StandbyState) => void = () => undefined;

  constructor(url: string, size: number, primary: pg.Pool) {
    this.db = connectToStandby(url, size).db;
    this.#checkPool = connectToStandby(url, 1).pool;
    this.#watching = this.#watch(primary);
  }

  state(): StandbyState {
    const now = performance.now();
    if (now < this.#pausedUntil) return { isUsed: false, reason: `${MAX_TIMEOUTS} reads in a row took too long` };
    if (now - this.#checkedAt > CHECK_TTL_MS) return { isUsed: false, reason: this.#failure };
    const lagMs = this.#lag.getLagMs(now);
    return { isUsed: lagMs <= MAX_LAG_MS, reason: `it is ${(lagMs / 1000).toFixed(1)} s behind` };
  }

  reportSuccess(): void {
    this.#timeouts = 0;
  }

  reportFailure(error: unknown): void {
    if (isStandbyTimeout(error)) {
      this.#timeouts += 1;
      if (this.#timeouts < MAX_TIMEOUTS) return;
      this.#timeouts = 0;
      this.#pausedUntil = performance.now() + TIMEOUT_PAUSE_MS;
    } else if (isStandbyDown(error)) {
      this.#failure = getErrorMessage(error);
      this.#checkedAt = Number.NEGATIVE_INFINITY;
    } else return;
    this.#emitChange();
  }

  onChange(listener: (state: StandbyState) => void): void {
    this.#listener = listener;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#watching;
    await Promise.all([this.db.$client.end(), this.#checkPool.end()]);
  }

  #emitChange(): void {
    const state = this.state();
    if (state.isUsed !== this.#wasUsed) this.#listener(state);
    this.#wasUsed = state.isUsed;
  }

  async #watch(primary: pg.Pool): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        const startedAt = performance.now();
        this.#lag.addPrimary(await readPosition(primary, PRIMARY_POSITION), startedAt);
        this.#lag.setReplayed(await readPosition(this.#checkPool, REPLAYED_POSITION));
        this.#checkedAt = startedAt;
      } catch (error) {
        this.#failure = getErrorMessage(error);
      }
      this.#emitChange();
      await wait(CHECK_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

/** Routes reads of public data to the standby, where they may be slightly outdated (decision 0070). */
export interface ReadRouter {
  /** Reads on the standby, unless the reader wrote something recently, and else on the primary. @param readerId undefined for visitors */
  read<Found>(readerId: string | undefined, work: (db: Db) => Promise<Found>): Promise<Found>;
}

export function createReadRouter(
  db: Db,
  standby: Omit<Standby, 'close'> | undefined,
  log: FastifyBaseLogger,
  hasWrittenRecently: (userId: string) => Promise<boolean>,
): ReadRouter {
  if (standby === undefined) return { read: (_readerId, work) => work(db) };
  standby.onChange(({ isUsed, reason }) => {
    if (isUsed) log.info(`Lists are read from the replica in DATABASE_READ_URL (${reason})`);
    else log.warn(`Lists are read from the database itself: the replica in DATABASE_READ_URL is not used (${reason})`);
  });
  return {
    read: async (readerId, work) => {
      if (!standby.state().isUsed) return work(db);
      if (readerId !== undefined && (await hasWrittenRecently(readerId))) return work(db);
      try {
        const found = await work(standby.db);
        standby.reportSuccess();
        return found;
      } catch (error) {
        if (error instanceof AppError) throw error;
        standby.reportFailure(error);
        // The primary must not receive the load of a slow standby.
        if (isStandbyTimeout(error)) throw error;
        return work(db);
      }
    },
  };
}

/** Keeps a value per database, such as a cache: the standby and the primary may differ. */
export function perDatabase<Value>(create: () => Value): { of: (db: Db) => Value; all: () => Value[] } {
  const values = new Map<Db, Value>();
  const of = (db: Db): Value => {
    const value = values.get(db) ?? create();
    values.set(db, value);
    return value;
  };
  return { of, all: () => [...values.values()] };
}
