import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { isDatabaseUnavailable } from '../../errors/database-unavailable.ts';
import { getRootCause, errorCode } from '../../errors/error-code.ts';
import { connectToStandby } from '../connect.ts';
import type { Db } from '../connect.ts';
import { Behind, placeInLog } from './behind.ts';

/** How often both are asked where they are (ms). */
const ASKED_EVERY = 500;
/** What was heard longer ago than this (ms) is not believed any more. */
const BELIEVED_FOR = 2500;
/** A standby that is further behind (ms) is read by nobody. */
const BEHIND_MAX = 10_000;

/** After so many reads in a row that took too long, it is left alone for so long (ms). */
const TIMEOUTS_MAX = 3;
const RESTS_FOR = 10_000;

/** Whether a standby is read from; why not, in a few words. */
export interface StandbyState {
  isUsed: boolean;
  reason: string;
}

/** A streaming replica of the database, from which some reads are answered. */
export interface Standby {
  db: Db;
  state(): StandbyState;
  /** A read on it succeeded. */
  reportSuccess(): void;
  /** A read on it failed: where that says that it is away, it is not read from until it has been asked again. */
  reportFailure(error: unknown): void;
  /** Hears of each change of {@link state}. One listens. */
  onChange(listener: (state: StandbyState) => void): void;
  close(): Promise<void>;
}

const NOT_ASKED: StandbyState = { isUsed: false, reason: 'it was not asked yet' };

/** PostgreSQL's word for a statement, or a whole connection, that stood in the way of what the standby replays. */
const IN_THE_WAY = '40001';
/** Its word for a statement that took too long. */
const STATEMENT_TIMEOUT = '57014';

/** Whether a read took too long on the standby, or got none of its connections, which are all busy. Nobody else is asked then. */
export function isStandbyTimeout(error: unknown): boolean {
  const cause = getRootCause(error);
  return errorCode(cause) === STATEMENT_TIMEOUT || reasonOf(cause).startsWith('timeout exceeded when');
}

/** Whether the standby is of no use to others either. Not where it is slow for some. Whether it is there is asked all the time. */
const isAway = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && !isStandbyTimeout(error) && errorCode(getRootCause(error)) !== IN_THE_WAY;

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Where both are. @throws Error with a reason why the standby is of no use */
async function ask(primary: pg.Pool, standby: pg.Pool, behind: Behind): Promise<void> {
  const asked = performance.now();
  const there = await primary.query<{ place: string }>('SELECT pg_current_wal_lsn()::text AS place');
  behind.primaryAt(placeInLog(there.rows[0]?.place ?? '0/0'), asked);
  const here = await standby.query<{ place: string | null; follows: boolean }>(
    'SELECT pg_last_wal_replay_lsn()::text AS place, pg_is_in_recovery() AS follows',
  );
  const { place, follows } = here.rows[0] ?? { place: null, follows: false };
  if (!follows || place === null) throw new Error('it follows nobody: it is no replica');
  behind.standbyAt(placeInLog(place));
}

/** {@link Standby} on a pool of its own. */
class WatchedStandby implements Standby {
  readonly db: Db;
  readonly #primary: pg.Pool;
  readonly #pool: pg.Pool;
  /** One connection of its own: that all others are busy is no reason not to hear how the standby is. */
  readonly #probe: pg.Pool;
  readonly #behind = new Behind();
  readonly #ending = new AbortController();
  readonly #watching: Promise<void>;
  #heard = Number.NEGATIVE_INFINITY;
  #trouble = NOT_ASKED.reason;
  /** In a row. */
  #timeouts = 0;
  #restsUntil = Number.NEGATIVE_INFINITY;
  #told = false;
  #listener: (state: StandbyState) => void = () => undefined;

  constructor(url: string, size: number, primary: pg.Pool) {
    const { db, pool } = connectToStandby(url, size, () => undefined);
    [this.db, this.#pool, this.#primary] = [db, pool, primary];
    this.#probe = connectToStandby(url, 1, () => undefined).pool;
    this.#watching = this.#watch();
  }

  state(): StandbyState {
    const now = performance.now();
    if (now < this.#restsUntil) return { isUsed: false, reason: `${TIMEOUTS_MAX} reads in a row took too long` };
    if (now - this.#heard > BELIEVED_FOR) return { isUsed: false, reason: this.#trouble };
    const behind = this.#behind.behind(now);
    const says = `it is ${(behind / 1000).toFixed(1)} s behind`;
    return { isUsed: behind <= BEHIND_MAX, reason: says };
  }

  reportSuccess(): void {
    this.#timeouts = 0;
  }

  reportFailure(error: unknown): void {
    if (isStandbyTimeout(error)) {
      this.#timeouts += 1;
      if (this.#timeouts < TIMEOUTS_MAX) return;
      this.#timeouts = 0;
      this.#restsUntil = performance.now() + RESTS_FOR;
      this.#tell();
      return;
    }
    if (!isAway(error)) return;
    this.#trouble = reasonOf(error);
    this.#heard = Number.NEGATIVE_INFINITY;
    this.#tell();
  }

  onChange(listener: (state: StandbyState) => void): void {
    this.#listener = listener;
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#watching;
    await Promise.all([this.#pool.end(), this.#probe.end()]);
  }

  #tell(): void {
    const state = this.state();
    if (state.isUsed !== this.#told) this.#listener(state);
    this.#told = state.isUsed;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        const started = performance.now();
        await ask(this.#primary, this.#probe, this.#behind);
        this.#heard = started;
      } catch (error) {
        this.#trouble = reasonOf(error);
      }
      this.#tell();
      await wait(ASKED_EVERY, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

/** Watches the standby at an address. It may be away: then it is not read from. */
export const openStandby = (url: string, size: number, primary: pg.Pool): Standby => new WatchedStandby(url, size, primary);
