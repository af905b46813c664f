import { sql } from 'drizzle-orm';
import pg from 'pg';
import { findPostgres } from '../../../scripts/test/postgres-programs.mjs';
import { startPostgres } from '../../../scripts/test/postgres-server.mjs';
import { createTestApp } from './test-app.ts';
import type { TestApp } from './test-app.ts';

/** The application on its own PostgreSQL server, where a trigger can block transactions. */
export interface PausableTransactions {
  test: TestApp;
  /** @returns a function that lets the blocked transactions continue */
  pause(): Promise<() => Promise<void>>;
  /** Resolves once this many transactions wait for locks. */
  waitForLockWaits(count: number): Promise<void>;
  close(): Promise<void>;
}

/** @param trigger event that blocks, such as `BEFORE INSERT ON agreements` */
export async function createPausableTransactions(trigger: string): Promise<PausableTransactions> {
  const server = await startPostgres(await findPostgres());
  const test = await createTestApp({ server: server.url });
  const { rows } = await test.db.execute<{ name: string }>(sql`SELECT current_database() AS name`);
  const client = new pg.Client({ connectionString: Object.assign(new URL(server.url), { pathname: `/${rows[0]?.name}` }).href });
  await client.connect();
  await client.query(
    `CREATE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$;
    CREATE TRIGGER waiting ${trigger} FOR EACH ROW EXECUTE FUNCTION wait_here()`,
  );
  const waitForLockWaits = async (count: number): Promise<void> => {
    const { rows: waiting } = await client.query(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (waiting[0].count < count) await waitForLockWaits(count);
  };
  return {
    test,
    waitForLockWaits,
    pause: async () => {
      await client.query('SELECT pg_advisory_lock(1)');
      return async () => {
        await client.query('SELECT pg_advisory_unlock(1)');
      };
    },
    close: async () => {
      await client.end();
      await test.close();
      await server.stop();
    },
  };
}
