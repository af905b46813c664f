import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { API_FOLDER } from '../config/api-folder.ts';

/** Any number: servers of this product take the same lock. */
const MIGRATION_LOCK = 7_301_965;

/**
 * Applies the migrations that the database lacks, under a lock: two servers that start at once
 * would both apply them, and one would fail.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await applyMigrations(drizzle(client), { migrationsFolder: join(API_FOLDER, 'migrations') });
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}
