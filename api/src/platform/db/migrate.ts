import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { readProduct } from '../config/product.ts';
import { StartupError } from '../config/startup-error.ts';
import { errorCode } from '../errors/error-code.ts';
import { applyBesideWriters, isBesideWriters } from './index-migrations.ts';
import { checkNewerSchema, MIGRATIONS_FOLDER, readNames, readSchemaState } from './schema-state.ts';

/** Any number: servers of this product take the same lock. */
const MIGRATION_LOCK = 7_301_965;
/** Who waits for the lock asks again after this (ms). */
const LOCK_PAUSE = 200;

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

/** The columns of {@link Origin} are missing in databases of releases before 1.1. */
const HAS_RELEASES = `SELECT FROM information_schema.columns
  WHERE table_schema = 'drizzle' AND table_name = '__drizzle_migrations' AND column_name = 'release'`;

async function prepareRecords(client: pg.PoolClient): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  if ((await client.query(HAS_RELEASES)).rowCount === 0)
    await client.query(
      'ALTER TABLE drizzle.__drizzle_migrations ADD COLUMN name text, ADD COLUMN release text, ADD COLUMN previous_release text',
    );
}

/** Timestamps of the applied migrations, and the hash of the first one. */
async function readApplied(client: pg.PoolClient): Promise<{ times: Set<number>; first: string | undefined }> {
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    'SELECT hash, created_at FROM drizzle.__drizzle_migrations ORDER BY id',
  );
  return { times: new Set(rows.map((row) => Number(row.created_at))), first: rows[0]?.hash };
}

/** Stored with each migration, so that an older release can decide whether it runs on the schema. */
interface Origin {
  name: string | undefined;
  release: string;
  previousRelease: string;
}

type Planned = MigrationMeta & { origin: Origin };

function readPlanned(folder: string): Planned[] {
  const names = readNames(folder);
  // "pnpm release" writes this file.
  const { version } = JSON.parse(readFileSync(join(folder, 'previous-release.json'), 'utf8')) as { version: string };
  const releases = { release: readProduct().version, previousRelease: version };
  return readMigrationFiles({ migrationsFolder: folder }).map((migration) => ({
    ...migration,
    origin: { name: names.get(migration.folderMillis), ...releases },
  }));
}

const record = (client: pg.PoolClient, { hash, folderMillis, origin: { name, release, previousRelease } }: Planned) =>
  client.query(
    'INSERT INTO drizzle.__drizzle_migrations (hash, created_at, name, release, previous_release) VALUES ($1, $2, $3, $4, $5)',
    [hash, folderMillis, name, release, previousRelease],
  );

/** All of a migration, or nothing of it. */
async function applyAtOnce(client: pg.PoolClient, migration: Planned, lockTimeout: number): Promise<void> {
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

async function applyPatiently(client: pg.PoolClient, migration: Planned, patience: Patience): Promise<void> {
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

/** Options of {@link migrate}. */
export interface MigrateOptions {
  folder?: string;
  patience?: Patience;
  /** Receives each migration's number before it is applied. */
  onStep?: ((detail: string) => void) | undefined;
}

/**
 * Applies the migrations that the database lacks, one after the other, under a lock: two servers that start at once
 * would both apply them, and one would fail. Servers that run are not held up: see {@link Patience} and `index-migrations.ts`.
 * @returns a warning if the schema belongs to the next release
 * @throws StartupError if it belongs to a later one; nothing has been changed
 */
export async function migrate(
  pool: pg.Pool,
  { folder = MIGRATIONS_FOLDER, patience = PATIENCE, onStep }: MigrateOptions = {},
): Promise<string | undefined> {
  const client = await pool.connect();
  try {
    await takeLock(client);
    const newer = checkNewerSchema((await readSchemaState(client, folder)).newer);
    if (newer?.isIncompatible) throw new StartupError(newer.message);
    const migrations = readPlanned(folder);
    await prepareRecords(client);
    const { times, first } = await readApplied(client);
    refuseOlder(first, migrations);
    const pending = migrations.filter(({ folderMillis }) => !times.has(folderMillis));
    for (const [index, migration] of pending.entries()) {
      onStep?.(`migration ${index + 1} of ${pending.length}`);
      if (isBesideWriters(migration.sql)) await applyBesideWriters(client, migration.sql).then(() => record(client, migration));
      else await applyPatiently(client, migration, patience);
    }
    return newer?.message;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}
