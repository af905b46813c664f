import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { readProduct } from '../config/product.ts';
import { StartupError } from '../config/startup-error.ts';
import { errorCode } from '../errors/error-code.ts';
import { checkNewerSchema, MIGRATIONS_FOLDER, readNames, readSchemaState } from './schema-state.ts';

const LEADING_COMMENTS = /^(?:\s*--[^\n]*\n|\s)+/;
const CREATE_INDEX = /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+"?(\w+)"?\s+ON\s/i;
const DROP_INDEX = /^DROP\s+INDEX\s+CONCURRENTLY\s+(?:IF\s+EXISTS\s+)?"?(\w+)"?/i;

function parseConcurrentIndex(statement: string): { name: string; isCreated: boolean } | undefined {
  const text = statement.replace(LEADING_COMMENTS, '');
  const created = CREATE_INDEX.exec(text)?.[1];
  const name = created ?? DROP_INDEX.exec(text)?.[1];
  return name === undefined ? undefined : { name, isCreated: created !== undefined };
}

const isIndexMigration = (statements: string[]): boolean => statements.some(parseConcurrentIndex);

/** Reads whether an index is valid; undefined if it does not exist. */
async function readIndexValidity(client: pg.ClientBase, name: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ valid: boolean }>(
    `SELECT indisvalid AND indisready AS valid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE relname = $1 AND relnamespace = current_schema()::regnamespace`,
    [name],
  );
  return rows[0]?.valid;
}

/** Applies an idempotent migration outside of a transaction. After an interruption, it replaces invalid indexes. */
async function applyIndexMigration(client: pg.ClientBase, statements: string[]): Promise<void> {
  const steps = statements.map((statement) => {
    const index = parseConcurrentIndex(statement);
    if (index === undefined)
      throw new Error(
        `A migration with CONCURRENTLY must not have other statements: move this one to its own migration: ${statement}`,
      );
    return { statement, ...index };
  });
  // Waiting for older transactions blocks no one.
  await client.query('SET lock_timeout = 0');
  await client.query('SET statement_timeout = 0');
  try {
    for (const { statement, name, isCreated } of steps) {
      const isValid = await readIndexValidity(client, name);
      if (isCreated && isValid === false) await client.query(`DROP INDEX CONCURRENTLY "${name}"`);
      if (isCreated ? isValid !== true : isValid !== undefined) await client.query(statement);
    }
  } finally {
    await client.query('RESET lock_timeout; RESET statement_timeout').catch(() => undefined);
  }
}

const MIGRATION_LOCK = 7_301_965;
const LOCK_POLL_MS = 200;

interface LockRetries {
  /**
   * Limits a whole migration, because queries wait behind it. Less than `deadlock_timeout` (1 s), so that the migration loses
   * deadlocks.
   */
  lockTimeoutMs: number;
  tries: number;
  /** Minimum delay; up to twice as long at random. */
  delayMs: number;
}

const LOCK_RETRIES: LockRetries = { lockTimeoutMs: 600, tries: 100, delayMs: 1500 };

/** `lock_not_available` and `deadlock_detected`. */
const RETRYABLE_CODES = new Set(['55P03', '40P01']);

/** Polls, since CREATE INDEX CONCURRENTLY would wait for the snapshot of a blocking statement. */
async function acquireLock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ acquired: boolean }>('SELECT pg_try_advisory_lock($1) AS acquired', [MIGRATION_LOCK]);
    if (rows[0]?.acquired === true) return;
    await wait(LOCK_POLL_MS);
  }
}

/** False in databases of releases before 1.1. */
const HAS_RELEASE_COLUMNS = `SELECT FROM information_schema.columns
  WHERE table_schema = 'drizzle' AND table_name = '__drizzle_migrations' AND column_name = 'release'`;

async function prepareMigrationsTable(client: pg.PoolClient): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  if ((await client.query(HAS_RELEASE_COLUMNS)).rowCount === 0)
    await client.query(
      'ALTER TABLE drizzle.__drizzle_migrations ADD COLUMN name text, ADD COLUMN release text, ADD COLUMN previous_release text',
    );
}

/** The releases let older ones decide whether they run on the schema. */
interface Planned extends MigrationMeta {
  name: string | undefined;
  release: string;
  previousRelease: string;
}

function readPlanned(folder: string): Planned[] {
  const names = readNames(folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'previous-release.json'), 'utf8')) as { version: string };
  const releases = { release: readProduct().version, previousRelease: version };
  return readMigrationFiles({ migrationsFolder: folder }).map((migration) => ({
    ...migration,
    ...releases,
    name: names.get(migration.folderMillis),
  }));
}

const recordMigration = (client: pg.PoolClient, { hash, folderMillis, name, release, previousRelease }: Planned) =>
  client.query(
    'INSERT INTO drizzle.__drizzle_migrations (hash, created_at, name, release, previous_release) VALUES ($1, $2, $3, $4, $5)',
    [hash, folderMillis, name, release, previousRelease],
  );

async function applyInTransaction(client: pg.PoolClient, migration: Planned, lockTimeoutMs: number): Promise<void> {
  await client.query('BEGIN');
  const deadline = performance.now() + lockTimeoutMs;
  try {
    for (const statement of migration.sql) {
      // 0 would disable the timeout.
      await client.query(`SET LOCAL lock_timeout = ${Math.max(1, Math.round(deadline - performance.now()))}`);
      await client.query(statement);
    }
    await recordMigration(client, migration);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function applyWithRetries(client: pg.PoolClient, migration: Planned, retries: LockRetries): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyInTransaction(client, migration, retries.lockTimeoutMs);
    } catch (error) {
      if (!RETRYABLE_CODES.has(String(errorCode(error)))) throw error;
      if (attempt === retries.tries)
        throw new StartupError(
          `A migration of the database waited ${attempt} times for the locks of others, and was rolled back: look for long transactions (pg_stat_activity, xact_start), end them, and start again.`,
        );
      await wait(retries.delayMs * (1 + Math.random()));
    }
  }
}

interface MigrateOptions {
  folder?: string;
  lockRetries?: LockRetries;
  onStep?: ((detail: string) => void) | undefined;
}

/**
 * Applies missing migrations, one server at a time, without blocking running servers.
 * @returns a warning if the schema belongs to the next release
 * @throws StartupError if it belongs to a later one
 */
export async function migrate(
  pool: pg.Pool,
  { folder = MIGRATIONS_FOLDER, lockRetries = LOCK_RETRIES, onStep }: MigrateOptions = {},
): Promise<string | undefined> {
  const client = await pool.connect();
  try {
    await acquireLock(client);
    const state = await readSchemaState(client, folder);
    const planned = readPlanned(folder);
    if (state.newer.length > 0 && state.pending.length === planned.length)
      throw new StartupError(
        'This database was created by a release before 2026-11 and cannot be upgraded: use another one (DATABASE_URL, DATA_DIR), or delete the data folder.',
      );
    const newer = checkNewerSchema(state.newer);
    if (newer?.isIncompatible) throw new StartupError(newer.message);
    await prepareMigrationsTable(client);
    const missing = new Set<string | undefined>(state.pending);
    const pending = planned.filter(({ name }) => missing.has(name));
    for (const [index, migration] of pending.entries()) {
      onStep?.(`migration ${index + 1} of ${pending.length}`);
      if (isIndexMigration(migration.sql)) {
        await applyIndexMigration(client, migration.sql);
        await recordMigration(client, migration);
      } else await applyWithRetries(client, migration, lockRetries);
    }
    return newer?.message;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}
