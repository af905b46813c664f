import type pg from 'pg';
import { StartupError } from '../config/startup-error.ts';

/** What a pooler says of settings of a session: it has none to keep them in. */
const UNSUPPORTED = /unsupported startup parameter/;

const refusal = (setting: string) =>
  new StartupError(
    setting === 'DATABASE_URL'
      ? 'DATABASE_URL leads to a pooler: set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to the address of PostgreSQL itself, for migrations.'
      : `${setting} leads to a pooler: name PostgreSQL itself there, since migrations need a session.`,
  );

/** Which process of PostgreSQL answers, as the driver was told at the beginning. */
const processOf = (client: object) => ('processID' in client ? client.processID : undefined);

/**
 * Looks whether somebody stands between this process and PostgreSQL: a pooler tells of another process than the one that answers.
 * Told here, since it would show as errors of single requests, much later.
 * @throws StartupError with what to set
 */
export async function refusePooler(pool: pg.Pool, setting: string): Promise<void> {
  try {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      if (rows[0]?.pid !== processOf(client)) throw refusal(setting);
    } finally {
      client.release();
    }
  } catch (error) {
    throw error instanceof Error && UNSUPPORTED.test(error.message) ? refusal(setting) : error;
  }
}
