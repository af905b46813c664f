import type pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { IRateLimiterStoreOptions } from 'rate-limiter-flexible';
import { withTimeout } from '../with-timeout.ts';

interface CountRequest {
  key: string;
  /** Negative to release points. */
  points: number;
  maxPoints: number;
  durationMs: number;
}

/** More than `maxPoints`: nothing was consumed. */
interface Count {
  points: number;
  expire: number;
}

/** Consumes from all buckets in one statement, ordered by key to prevent deadlocks. Uses the clock that servers share. */
const CONSUME = `
WITH requested AS (
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) AS requested (key, points, max_points, duration)
), consumed AS (
  INSERT INTO rate_limits AS stored (key, points, expires_at)
  SELECT key, points, now() + duration * interval '1 millisecond' FROM requested WHERE points <= max_points ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN stored.expires_at <= now() THEN excluded.points ELSE stored.points + excluded.points END,
    expires_at = CASE WHEN stored.expires_at <= now() THEN excluded.expires_at ELSE stored.expires_at END
  WHERE stored.expires_at <= now()
    OR stored.points + excluded.points <= (SELECT max_points FROM requested WHERE requested.key = stored.key)
  RETURNING key, points, expires_at
)
SELECT requested.key, consumed.points,
  extract(epoch FROM coalesce(consumed.expires_at, before.expires_at, now() + duration * interval '1 millisecond') - now()) * 1000
    AS remaining
FROM requested LEFT JOIN consumed USING (key) LEFT JOIN rate_limits AS before USING (key)`;

const RELEASE = `
UPDATE rate_limits AS stored SET points = greatest(stored.points + released.points, 0)
FROM unnest($1::text[], $2::bigint[]) AS released (key, points) WHERE stored.key = released.key AND stored.expires_at > now()`;

interface Row {
  key: string;
  points: string | null;
  remaining: string;
}

interface PendingRequest extends CountRequest {
  resolve: (count: Count) => void;
  reject: (error: unknown) => void;
}

/** Combines concurrent requests of several limiters into one statement. */
export class BatchedCounts {
  readonly pool: pg.Pool;
  readonly #timeoutMs: number;
  /** Each key is in a batch once, since a statement can update a row only once. */
  #batches: Map<string, PendingRequest>[] = [];

  constructor(pool: pg.Pool, timeoutMs: number) {
    this.pool = pool;
    this.#timeoutMs = timeoutMs;
  }

  async count(request: CountRequest): Promise<Count> {
    if (request.points > 0) return new Promise((resolve, reject) => this.#enqueue({ ...request, resolve, reject }));
    await this.#query('release-points', RELEASE, [[request.key], [request.points]]);
    return { points: 0, expire: Date.now() };
  }

  #enqueue(request: PendingRequest): void {
    if (this.#batches.length === 0) queueMicrotask(() => this.#flush());
    const batch = this.#batches.find((others) => !others.has(request.key));
    if (batch === undefined) this.#batches.push(new Map([[request.key, request]]));
    else batch.set(request.key, request);
  }

  #flush(): void {
    for (const batch of this.#batches.splice(0)) void this.#consume([...batch.values()]);
  }

  async #consume(requests: PendingRequest[]): Promise<void> {
    const columns = (['key', 'points', 'maxPoints', 'durationMs'] as const).map((column) =>
      requests.map((request) => request[column]),
    );
    try {
      const { rows } = await this.#query('consume-points', CONSUME, columns);
      const now = Date.now();
      const byKey = new Map(rows.map((row) => [row.key, row]));
      for (const { key, maxPoints, durationMs, resolve } of requests) {
        const { points, remaining } = byKey.get(key) ?? { points: null, remaining: durationMs };
        resolve({ points: points === null ? maxPoints + 1 : Number(points), expire: now + Number(remaining) });
      }
    } catch (error) {
      for (const { reject } of requests) reject(error);
    }
  }

  /** Prepared, since planning takes most of the time. */
  #query(name: string, text: string, values: unknown[][]): Promise<pg.QueryResult<Row>> {
    return withTimeout(this.#timeoutMs, 'Counting', this.pool.query<Row>({ name, text, values }));
  }
}

/** Replaces the library's statement, which counts refused tries, uses the clock of each server, and runs once per bucket. */
export class DatabaseLimiter extends RateLimiterPostgres {
  readonly #counts: BatchedCounts;

  constructor(counts: BatchedCounts, options: Omit<IRateLimiterStoreOptions, 'storeClient'>) {
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

  async _upsert(key: string, points: number, durationMs: number): Promise<{ rows: Count[] }> {
    return { rows: [await this.#counts.count({ key, points, maxPoints: this.points, durationMs })] };
  }
}
