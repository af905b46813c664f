import type pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { IRateLimiterStoreOptions } from 'rate-limiter-flexible';
import { withTimeout } from '../with-timeout.ts';

/** One bucket to take from. */
interface Ask {
  key: string;
  points: number;
  /** All that the bucket holds. */
  most: number;
  /** For how long a new one counts (ms). */
  duration: number;
}

/** What a bucket holds after that: more than `most` if it was too much, and nothing was taken. */
interface Counted {
  points: number;
  /** Counts until then (ms since 1970, this machine's clock). */
  expire: number;
}

/**
 * Takes from all buckets in one statement, in the order of their keys, so that two of these never wait for each other. A bucket
 * that has too little left stays as it is: tries that are refused do not count. The database's clock counts, which servers share.
 */
const TAKE = `
WITH asked AS (
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) AS asked (key, points, most, duration)
), taken AS (
  INSERT INTO rate_limits AS kept (key, points, expires_at)
  SELECT key, points, now() + duration * interval '1 millisecond' FROM asked WHERE points <= most ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN kept.expires_at <= now() THEN excluded.points ELSE kept.points + excluded.points END,
    expires_at = CASE WHEN kept.expires_at <= now() THEN excluded.expires_at ELSE kept.expires_at END
  WHERE kept.expires_at <= now()
    OR kept.points + excluded.points <= (SELECT most FROM asked WHERE asked.key = kept.key)
  RETURNING key, points, expires_at
)
SELECT asked.key, taken.points,
  extract(epoch FROM coalesce(taken.expires_at, before.expires_at, now() + duration * interval '1 millisecond') - now()) * 1000 AS left
FROM asked LEFT JOIN taken USING (key) LEFT JOIN rate_limits AS before USING (key)`;

const GIVE_BACK = `
UPDATE rate_limits AS kept SET points = greatest(kept.points + given.points, 0)
FROM unnest($1::text[], $2::bigint[]) AS given (key, points) WHERE kept.key = given.key AND kept.expires_at > now()`;

interface Row {
  key: string;
  points: string | null;
  left: string;
}

interface Waiting extends Ask {
  done: (counted: Counted) => void;
  fail: (error: unknown) => void;
}

/** What several limiters ask for at once is one statement. */
export class SharedCounts {
  readonly pool: pg.Pool;
  readonly #timeout: number;
  /** Each with a key at most once: a statement changes a row once. */
  #batches: Map<string, Waiting>[] = [];

  /** @param timeout the database has so long to count (ms) */
  constructor(pool: pg.Pool, timeout: number) {
    this.pool = pool;
    this.#timeout = timeout;
  }

  /** Takes points; gives back if there are fewer than none. */
  async count(ask: Ask): Promise<Counted> {
    if (ask.points > 0) return new Promise((done, fail) => this.#wait({ ...ask, done, fail }));
    await this.#query('give-back-points', GIVE_BACK, [[ask.key], [ask.points]]);
    return { points: 0, expire: Date.now() };
  }

  #wait(waiting: Waiting): void {
    if (this.#batches.length === 0) queueMicrotask(() => this.#send());
    const batch = this.#batches.find((others) => !others.has(waiting.key));
    if (batch === undefined) this.#batches.push(new Map([[waiting.key, waiting]]));
    else batch.set(waiting.key, waiting);
  }

  #send(): void {
    for (const batch of this.#batches.splice(0)) void this.#take([...batch.values()]);
  }

  async #take(asks: Waiting[]): Promise<void> {
    const columns = (['key', 'points', 'most', 'duration'] as const).map((column) => asks.map((ask) => ask[column]));
    try {
      const { rows } = await this.#query('take-points', TAKE, columns);
      const now = Date.now();
      const found = new Map(rows.map((row) => [row.key, row]));
      for (const { key, most, duration, done } of asks) {
        const { points, left } = found.get(key) ?? { points: null, left: duration };
        done({ points: points === null ? most + 1 : Number(points), expire: now + Number(left) });
      }
    } catch (error) {
      for (const { fail } of asks) fail(error);
    }
  }

  /** Planned once for each connection: that is most of what it takes. */
  #query(name: string, text: string, values: unknown[][]): Promise<pg.QueryResult<Row>> {
    return withTimeout(this.#timeout, 'Counting', this.pool.query<Row>({ name, text, values }));
  }
}

/**
 * The library's limiter on our table. Its own statement counts refused tries too, keeps the clock of each server, and is one for
 * each bucket: only that statement is replaced (`_upsert`, which the stores of the library differ by).
 */
export class DatabaseLimiter extends RateLimiterPostgres {
  readonly #counts: SharedCounts;

  constructor(counts: SharedCounts, options: Omit<IRateLimiterStoreOptions, 'storeClient'>) {
    const table = {
      storeClient: counts.pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
    };
    super({ ...options, ...table });
    this.#counts = counts;
  }

  async _upsert(key: string, points: number, duration: number): Promise<{ rows: Counted[] }> {
    return { rows: [await this.#counts.count({ key, points, most: this.points, duration })] };
  }
}
