import { sql } from 'drizzle-orm';
import pg from 'pg';
import { findPostgres } from '../../../scripts/test/postgres-programs.mjs';
import { startPostgres } from '../../../scripts/test/postgres-server.mjs';
import { createTestApp } from './test-app.ts';
import type { TestApp } from './test-app.ts';

/** The application on a PostgreSQL server of its own, whose transactions can be held in the middle. */
export interface PausableTransactions {
  test: TestApp;
  /** Holds transactions at the trigger from now on. @returns releases them */
  pause(): Promise<() => Promise<void>>;
  /** Settles once so many transactions of this database wait for locks. */
  waitForLockWaits(count: number): Promise<void>;
  close(): Promise<void>;
}

/** @param trigger where `hold` holds: an event of a trigger, such as `BEFORE INSERT ON agreements` */
export async function createPausableTransactions(trigger: string): Promise<PausableTransactions> {
  const server = await startPostgres(await findPostgres());
  const test = await createTestApp({ server: server.url });
  const { rows } = await test.db.execute<{ name: string }>(sql`SELECT current_database() AS name`);
  const holder = new pg.Client({ connectionString: Object.assign(new URL(server.url), { pathname: `/${rows[0]?.name}` }).href });
  await holder.connect();
  await holder.query(
    `CREATE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$;
    CREATE TRIGGER waiting ${trigger} FOR EACH ROW EXECUTE FUNCTION wait_here()`,
  );
  const whenWaiting = async (count: number): Promise<void> => {
    const { rows: waiting } = await holder.query(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (waiting[0].count < count) await whenWaiting(count);
  };
  return {
    test,
    waitForLockWaits: whenWaiting,
    pause: async () => {
      await holder.query('SELECT pg_advisory_lock(1)');
      return async () => {
        await holder.query('SELECT pg_advisory_unlock(1)');
      };
    },
    close: async () => {
      await holder.end();
      await test.close();
      await server.stop();
    },
  };
}
