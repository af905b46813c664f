import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { IRateLimiterStoreOptions } from 'rate-limiter-flexible';
import type { Db } from '../db/connect.ts';
import { statementName } from '../db/prepared.ts';
import { withTimeout } from '../with-timeout.ts';

/** $1: key, $2: points, negative to release them, $3: maximum, $4: ms. Refused points are not counted, and their `points` are null. */
const COUNT = `
WITH counted AS (
  INSERT INTO rate_limits AS stored (key, points, expires_at)
  SELECT $1, greatest($2::bigint, 0), now() + $4::bigint * interval '1 millisecond' WHERE $2::bigint <= $3::bigint
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN stored.expires_at <= now() THEN excluded.points ELSE greatest(stored.points + $2::bigint, 0) END,
    expires_at = CASE WHEN stored.expires_at <= now() THEN excluded.expires_at ELSE stored.expires_at END
  WHERE stored.expires_at <= now() OR stored.points + $2::bigint <= $3::bigint
  RETURNING points, expires_at
)
SELECT counted.points,
  extract(epoch FROM coalesce(counted.expires_at, before.expires_at, now() + $4::bigint * interval '1 millisecond') - now()) * 1000
    AS remaining
FROM (SELECT $1 AS key) AS requested LEFT JOIN counted ON true LEFT JOIN rate_limits AS before USING (key)`;

interface Row {
  points: string | null;
  remaining: string;
}

interface DatabaseLimiterOptions extends Omit<IRateLimiterStoreOptions, 'storeClient'> {
  db: Db;
  timeoutMs: number;
}

interface Query {
  name: string;
  text: string;
  values: unknown[];
}

/** Replaces the library's statement, which counts refused tries, and uses the clock of each server. */
export class DatabaseLimiter extends RateLimiterPostgres {
  readonly #runQuery: (query: Query) => Promise<{ rows: Row[] }>;
  readonly #timeoutMs: number;

  constructor({ db, timeoutMs, ...options }: DatabaseLimiterOptions) {
    // A pooler does not keep the library's named statements.
    const runQuery = ({ name, text, values }: Query) => db.$client.query<Row>({ name: statementName(db, name), text, values });
    const table = { storeType: 'pool', tableName: 'rate_limits', tableCreated: true, clearExpiredByTimeout: false };
    super({ ...options, ...table, storeClient: { query: runQuery } });
    this.#runQuery = runQuery;
    this.#timeoutMs = timeoutMs;
  }

  async _upsert(key: string, points: number, durationMs: number): Promise<{ rows: { points: number; expire: number }[] }> {
    // Prepared, since planning takes most of the time.
    const query = { name: 'count-points', text: COUNT, values: [key, points, this.points, durationMs] };
    const { rows } = await withTimeout(this.#timeoutMs, 'Counting', this.#runQuery(query));
    return {
      rows: rows.map((row) => ({
        points: row.points === null ? this.points + 1 : Number(row.points),
        expire: Date.now() + Number(row.remaining),
      })),
    };
  }
}
