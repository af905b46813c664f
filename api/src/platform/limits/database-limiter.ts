import type { QueryConfig } from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { IRateLimiterStoreOptions } from 'rate-limiter-flexible';
import type { Db } from '../db/connect.ts';
import { runPrepared, statementName } from '../db/prepared.ts';
import { withTimeout } from '../with-timeout.ts';

interface Count {
  key: string;
  /** Negative to release them. */
  points: number;
  maximum: number;
  durationMs: number;
}

/** Refused points are not counted, and their `points` are null. Ordered, so that statements with the same keys do not end in a deadlock. */
const COUNT = `
WITH requested AS (
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) AS requested (key, points, maximum, duration)
), counted AS (
  INSERT INTO rate_limits AS stored (key, points, expires_at)
  SELECT key, greatest(points, 0), now() + duration * interval '1 millisecond' FROM requested WHERE points <= maximum ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN stored.expires_at <= now() THEN excluded.points
      ELSE greatest(stored.points + (SELECT points FROM requested WHERE key = stored.key), 0) END,
    expires_at = CASE WHEN stored.expires_at <= now() THEN excluded.expires_at ELSE stored.expires_at END
  WHERE stored.expires_at <= now()
    OR stored.points <= (SELECT maximum - points FROM requested WHERE key = stored.key)
  RETURNING key, points, expires_at
)
SELECT key, counted.points,
  extract(epoch FROM coalesce(counted.expires_at, before.expires_at, now() + duration * interval '1 millisecond') - now()) * 1000
    AS remaining
FROM requested LEFT JOIN counted USING (key) LEFT JOIN rate_limits AS before USING (key)`;

interface Row {
  key: string;
  points: string | null;
  remaining: string;
}

/** Counts points of several limiters: what one turn of the event loop requests is one statement. */
export class DatabaseCounter {
  readonly db: Db;
  readonly #timeoutMs: number;
  /** Each with a key at most once, since a statement changes a row once. */
  #batches: { counts: Count[]; rows: Promise<Row[]> }[] = [];

  constructor(db: Db, timeoutMs: number) {
    this.db = db;
    this.#timeoutMs = timeoutMs;
  }

  async count(count: Count): Promise<{ points: number; expire: number }> {
    const rows = await this.#addToBatch(count);
    const { points, remaining } = rows.find(({ key }) => key === count.key) ?? { points: null, remaining: count.durationMs };
    return { points: points === null ? count.maximum + 1 : Number(points), expire: Date.now() + Number(remaining) };
  }

  #addToBatch(count: Count): Promise<Row[]> {
    const open = this.#batches.find(({ counts }) => counts.every(({ key }) => key !== count.key));
    if (open !== undefined) {
      open.counts.push(count);
      return open.rows;
    }
    const counts = [count];
    const rows = Promise.resolve().then(() => this.#run(counts));
    this.#batches.push({ counts, rows });
    return rows;
  }

  #run(counts: Count[]): Promise<Row[]> {
    this.#batches = this.#batches.filter((batch) => batch.counts !== counts);
    const values = (['key', 'points', 'maximum', 'durationMs'] as const).map((name) => counts.map((count) => count[name]));
    // Prepared, since planning takes most of the time.
    return withTimeout(this.#timeoutMs, 'Counting', runPrepared<Row>(this.db, { name: 'count-points', text: COUNT }, values));
  }
}

/** Replaces the library's statement, which counts refused tries, and uses the clock of each server. */
export class DatabaseLimiter extends RateLimiterPostgres {
  readonly #counter: DatabaseCounter;

  constructor(counter: DatabaseCounter, options: Omit<IRateLimiterStoreOptions, 'storeClient'>) {
    const { db } = counter;
    // A pooler does not keep the library's named statements.
    const query = (statement: QueryConfig) => db.$client.query({ ...statement, name: statementName(db, statement.name ?? '') });
    const table = { storeType: 'pool', tableName: 'rate_limits', tableCreated: true, clearExpiredByTimeout: false };
    super({ ...options, ...table, storeClient: { query } });
    this.#counter = counter;
  }

  async _upsert(key: string, points: number, durationMs: number): Promise<{ rows: { points: number; expire: number }[] }> {
    return { rows: [await this.#counter.count({ key, points, maximum: this.points, durationMs })] };
  }
}
