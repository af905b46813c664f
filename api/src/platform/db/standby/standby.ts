import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { isDatabaseUnavailable } from '../../errors/database-unavailable.ts';
import { errorCode, getErrorMessage, getRootCause } from '../../errors/error-code.ts';
import { connectToStandby } from '../connect.ts';
import type { Db } from '../connect.ts';

/** Parses a position in the write-ahead log (LSN), such as `16/B374D848`. */
export function parseLsn(text: string): bigint {
  const [file = '', offset = ''] = text.split('/');
  return BigInt(`0x${file}${offset.padStart(8, '0')}`);
}

/** When the standby is down for hours, newer positions replace the last one, with its time. */
const MAX_SAMPLES = 100;

/** Uses only the clock of this process, since clocks of servers differ. */
export class ReplicationLag {
  #samples: { at: number; lsn: bigint }[] = [];
  #replayed = 0n;

  /** @param at time (ms) before the primary was queried */
  addPrimary(lsn: bigint, at: number): void {
    const last = this.#samples.at(-1);
    if (lsn <= (last?.lsn ?? this.#replayed)) return;
    if (last !== undefined && this.#samples.length === MAX_SAMPLES) last.lsn = lsn;
    else this.#samples.push({ at, lsn });
  }

  setReplayed(lsn: bigint): void {
    this.#replayed = lsn;
    this.#samples = this.#samples.filter((sample) => sample.lsn > lsn);
  }

  /** Returns the age (ms) of the oldest write that the standby has not replayed. */
  getLagMs(now: number): number {
    const [first] = this.#samples;
    return first === undefined ? 0 : now - first.at;
  }
}

const CHECK_INTERVAL_MS = 500;
/** An older check counts as failed. */
const CHECK_TTL_MS = 2500;
export const MAX_LAG_MS = 10_000;

/** In a row. */
const MAX_TIMEOUTS = 3;
const TIMEOUT_PAUSE_MS = 10_000;

export interface StandbyState {
  isUsed: boolean;
  reason: string;
}

export interface Standby {
  db: Db;
  state(): StandbyState;
  reportSuccess(): void;
  reportFailure(error: unknown): void;
  onChange(listener: (state: StandbyState) => void): void;
  close(): Promise<void>;
}

/** A query or connection was canceled because it conflicts with the replay. */
const RECOVERY_CONFLICT = '40001';
const STATEMENT_TIMEOUT = '57014';

/** Includes waiting for busy connections. Such reads must not fall back to the primary. */
export function isStandbyTimeout(error: unknown): boolean {
  const cause = getRootCause(error);
  return errorCode(cause) === STATEMENT_TIMEOUT || getErrorMessage(cause).startsWith('timeout exceeded when');
}

const isStandbyDown = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && !isStandbyTimeout(error) && errorCode(getRootCause(error)) !== RECOVERY_CONFLICT;

async function measureLag(primary: pg.Pool, standby: pg.Pool, lag: ReplicationLag): Promise<void> {
  const startedAt = performance.now();
  const { rows: primaryRows } = await primary.query<{ lsn: string }>('SELECT pg_current_wal_lsn()::text AS lsn');
  lag.addPrimary(parseLsn(primaryRows[0]?.lsn ?? '0/0'), startedAt);
  const { rows } = await standby.query<{ lsn: string | null; isReplica: boolean }>(
    'SELECT pg_last_wal_replay_lsn()::text AS lsn, pg_is_in_recovery() AS "isReplica"',
  );
  const { lsn, isReplica } = rows[0] ?? { lsn: null, isReplica: false };
  if (!isReplica || lsn === null) throw new Error('it follows nobody: it is no replica');
  lag.setReplayed(parseLsn(lsn));
}

class WatchedStandby implements Standby {
  readonly db: Db;
  readonly #primary: pg.Pool;
  readonly #pool: pg.Pool;
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
    const { db, pool } = connectToStandby(url, size, () => undefined);
    [this.db, this.#pool, this.#primary] = [db, pool, primary];
    this.#checkPool = connectToStandby(url, 1, () => undefined).pool;
    this.#watching = this.#watch();
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
    await Promise.all([this.#pool.end(), this.#checkPool.end()]);
  }

  #emitChange(): void {
    const state = this.state();
    if (state.isUsed !== this.#wasUsed) this.#listener(state);
    this.#wasUsed = state.isUsed;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        const startedAt = performance.now();
        await measureLag(this.#primary, this.#checkPool, this.#lag);
        this.#checkedAt = startedAt;
      } catch (error) {
        this.#failure = getErrorMessage(error);
      }
      this.#emitChange();
      await wait(CHECK_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

export const openStandby = (url: string, size: number, primary: pg.Pool): Standby => new WatchedStandby(url, size, primary);
