import pg from 'pg';

const TIMEOUT_MS = 5000;
const MAX_LAG_SECONDS = 10;

async function readRow<Row extends object>(url: string, statement: string): Promise<Row> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Row>(statement);
    const [row] = rows;
    if (row === undefined) throw new Error('no answer');
    return row;
  } finally {
    void client.end().catch(() => undefined);
  }
}

const readIdentity = (url: string) =>
  readRow<{ cluster: string; name: string }>(
    url,
    'SELECT system_identifier::text AS cluster, current_database() AS name FROM pg_control_system()',
  );

export interface StandbyCheck {
  ok: boolean;
  message: string;
}

const failed = (message: string): StandbyCheck => ({ ok: false, message });

/** Examines DATABASE_READ_URL for the operator. @param databaseUrl PostgreSQL without a pooler */
export async function checkStandby(databaseUrl: string, readUrl: string): Promise<StandbyCheck> {
  try {
    const { isReplica, lagSeconds } = await readRow<{ isReplica: boolean; lagSeconds: number | null }>(
      readUrl,
      `SELECT pg_is_in_recovery() AS "isReplica", CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
         ELSE extract(epoch FROM now() - pg_last_xact_replay_timestamp())::float8 END AS "lagSeconds"`,
    );
    if (!isReplica)
      return failed('DATABASE_READ_URL names no replica, but a primary database: name the standby, or remove the setting.');
    const [replica, primary] = [await readIdentity(readUrl), await readIdentity(databaseUrl)];
    if (replica.cluster !== primary.cluster || replica.name !== primary.name)
      return failed('DATABASE_READ_URL names a replica of another database than DATABASE_URL: correct one of them.');
    const lag = lagSeconds ?? 0;
    if (lag > MAX_LAG_SECONDS)
      return failed(
        `The replica in DATABASE_READ_URL is ${lag.toFixed(0)} s behind: it is not used until it is ${MAX_LAG_SECONDS} s or less. See pg_stat_replication.`,
      );
    return { ok: true, message: `The replica in DATABASE_READ_URL follows, ${lag.toFixed(1)} s behind.` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed(
      `The replica in DATABASE_READ_URL does not answer (${reason}): lists are read from the database itself. Check the address and that it runs.`,
    );
  }
}
