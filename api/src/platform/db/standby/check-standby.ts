import pg from 'pg';

/** What has not answered after this (ms) counts as gone. */
const TIMEOUT = 5000;

async function askOne<Row extends object>(url: string, statement: string): Promise<Row> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT });
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

const WHICH = 'SELECT system_identifier::text AS cluster, current_database() AS name FROM pg_control_system()';

/** How it goes with the replica in DATABASE_READ_URL; `ok` false: nobody reads from it. */
export interface StandbyCheck {
  ok: boolean;
  message: string;
}

/** Looks at a replica, for who runs the servers. @param databaseUrl PostgreSQL itself @param readUrl the replica */
export async function checkStandby(databaseUrl: string, readUrl: string): Promise<StandbyCheck> {
  try {
    const here = await askOne<{ follows: boolean; behind: number | null }>(
      readUrl,
      `SELECT pg_is_in_recovery() AS follows, CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
         ELSE extract(epoch FROM now() - pg_last_xact_replay_timestamp())::float8 END AS behind`,
    );
    if (!here.follows)
      return {
        ok: false,
        message: 'DATABASE_READ_URL names no replica, but a database that is written to: name the standby, or leave it out.',
      };
    const [mine, theirs] = [
      await askOne<{ cluster: string; name: string }>(readUrl, WHICH),
      await askOne<{ cluster: string; name: string }>(databaseUrl, WHICH),
    ];
    if (mine.cluster !== theirs.cluster || mine.name !== theirs.name)
      return {
        ok: false,
        message: 'DATABASE_READ_URL names a replica of another database than DATABASE_URL: correct one of them.',
      };
    const behind = here.behind ?? 0;
    if (behind > 10)
      return {
        ok: false,
        message: `The replica in DATABASE_READ_URL is ${behind.toFixed(0)} s behind: nobody reads from it until it is 10 s or less. Look at pg_stat_replication.`,
      };
    return { ok: true, message: `The replica in DATABASE_READ_URL follows, ${behind.toFixed(1)} s behind.` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      message: `The replica in DATABASE_READ_URL does not answer (${reason}): lists are read from the database itself. Check the address and that it runs.`,
    };
  }
}
