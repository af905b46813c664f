import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { API_FOLDER } from '../config/api-folder.ts';
import { StartupError } from '../config/startup-error.ts';

/** Any number: servers of this product take the same lock. */
const MIGRATION_LOCK = 7_301_965;

const FOLDER = join(API_FOLDER, 'migrations');

/** A database that was begun with other migrations: there was no way from the first releases to this one. */
async function refuseOlder(client: pg.PoolClient): Promise<void> {
  const known = await client.query("SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS known");
  if (known.rows[0]?.known !== true) return;
  const { rows } = await client.query<{ hash: string }>('SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id LIMIT 1');
  const [first] = readMigrationFiles({ migrationsFolder: FOLDER });
  if (rows[0] !== undefined && rows[0].hash !== first?.hash)
    throw new StartupError(
      'This database is of a release before 2026-11, whose data cannot be brought along: choose another one (DATABASE_URL, DATA_DIR), or delete the data folder.',
    );
}

/**
 * Applies the migrations that the database lacks, under a lock: two servers that start at once
 * would both apply them, and one would fail.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseOlder(client);
    await applyMigrations(drizzle(client), { migrationsFolder: FOLDER });
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}
