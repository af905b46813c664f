import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { API_FOLDER } from '../config/api-folder.ts';
import { StartupError } from '../config/startup-error.ts';
import { errorCode } from '../errors/error-code.ts';
import { applyBesideWriters, isBesideWriters } from './index-migrations.ts';

/** Any number: servers of this product take the same lock. */
const MIGRATION_LOCK = 7_301_965;
/** Who waits for the lock asks again after this (ms). */
const LOCK_PAUSE = 200;

/** Where this product's migrations lie. */
export const MIGRATIONS_FOLDER = join(API_FOLDER, 'migrations');

/** How long a migration waits for those who use its tables. */
export interface Patience {
  /**
   * Everybody who comes after it waits, too: it gives up after so long (ms) in all, lets them through, and tries again. Less than
   * PostgreSQL's `deadlock_timeout` (1 s): where it holds one table and wants another, and somebody the other way round, it is never
   * they who are ended.
   */
  lockTimeout: number;
  tries: number;
  /** Between two tries (ms), up to as much again at random. */
  pause: number;
}

const PATIENCE: Patience = { lockTimeout: 600, tries: 100, pause: 1500 };

/** `lock_not_available` and `deadlock_detected`: others were in the way, and nothing is done. */
const IN_THE_WAY = new Set(['55P03', '40P01']);

/** A database that was begun with other migrations: there was no way from the first releases to this one. */
function refuseOlder(applied: string | undefined, [first]: MigrationMeta[]): void {
  if (applied !== undefined && applied !== first?.hash)
    throw new StartupError(
      'This database is of a release before 2026-11, whose data cannot be brought along: choose another one (DATABASE_URL, DATA_DIR), or delete the data folder.',
    );
}

/**
 * Waits for the lock by asking again and again. Whoever waited inside one statement would hold a snapshot, and an index that is
 * made beside writers waits for all older snapshots: each would wait for the other.
 */
async function takeLock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK]);
    if (rows[0]?.taken === true) return;
    await wait(LOCK_PAUSE);
  }
}

/** Times of the migrations that were applied, and the hash of the first one. */
async function readApplied(client: pg.PoolClient): Promise<{ times: Set<number>; first: string | undefined }> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    'SELECT hash, created_at FROM drizzle.__drizzle_migrations ORDER BY id',
  );
  return { times: new Set(rows.map((row) => Number(row.created_at))), first: rows[0]?.hash };
}

const record = (client: pg.PoolClient, { hash, folderMillis }: MigrationMeta) =>
  client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [hash, folderMillis]);

/** All of a migration, or nothing of it. */
async function applyAtOnce(client: pg.PoolClient, migration: MigrationMeta, lockTimeout: number): Promise<void> {
  await client.query('BEGIN');
  const end = performance.now() + lockTimeout;
  try {
    for (const statement of migration.sql) {
      // What is left of it; none at all would be for ever.
      await client.query(`SET LOCAL lock_timeout = ${Math.max(1, Math.round(end - performance.now()))}`);
      await client.query(statement);
    }
    await record(client, migration);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function applyPatiently(client: pg.PoolClient, migration: MigrationMeta, patience: Patience): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await applyAtOnce(client, migration, patience.lockTimeout);
    } catch (error) {
      if (!IN_THE_WAY.has(String(errorCode(error)))) throw error;
      if (tried === patience.tries)
        throw new StartupError(
          `A migration of the database waited ${tried} times for the locks of others, and nothing of it is done: look for long transactions (pg_stat_activity, xact_start), end them, and start again.`,
        );
      await wait(patience.pause * (1 + Math.random()));
    }
  }
}

/** How {@link migrate} works. */
export interface MigrateOptions {
  folder?: string;
  patience?: Patience;
  /** Receives each migration's number before it is applied. */
  onStep?: ((detail: string) => void) | undefined;
}

/**
 * Applies the migrations that the database lacks, one after the other, under a lock: two servers that start at once
 * would both apply them, and one would fail. Servers that run are not held up: see {@link Patience} and `index-migrations.ts`.
 */
export async function migrate(
  pool: pg.Pool,
  { folder = MIGRATIONS_FOLDER, patience = PATIENCE, onStep }: MigrateOptions = {},
): Promise<void> {
  const client = await pool.connect();
  try {
    await takeLock(client);
    const migrations = readMigrationFiles({ migrationsFolder: folder });
    const { times, first } = await readApplied(client);
    refuseOlder(first, migrations);
    const pending = migrations.filter(({ folderMillis }) => !times.has(folderMillis));
    for (const [index, migration] of pending.entries()) {
      onStep?.(`migration ${index + 1} of ${pending.length}`);
      if (isBesideWriters(migration.sql)) await applyBesideWriters(client, migration.sql).then(() => record(client, migration));
      else await applyPatiently(client, migration, patience);
    }
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}
