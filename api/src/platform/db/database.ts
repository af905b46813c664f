import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import { makeWritable } from '@solvent/setup/folders';
import type { Config } from '../config/config.ts';
import { StartupError } from '../config/startup-error.ts';
import { getErrorMessage } from '../errors/error-code.ts';
import { connectForMaintenance, connectToEmbedded, connectToServer, describeUnusableDatabase } from './connect.ts';
import type { Connected, Db } from './connect.ts';
import { EmbeddedDatabase } from './embedded/client.ts';
import type { WorkerOptions } from './embedded/client.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { Standby } from './standby.ts';

export interface Database {
  db: Db;
  standby?: Standby | undefined;
  /** A separate connection for background work, so that requests and it do not wait for each other. */
  backgroundDb?: Db | undefined;
  ping(): Promise<void>;
  /** Runs long statements, without the timeouts of requests. */
  withMaintenanceDb<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export interface DatabaseEvents {
  onStep?(detail: string): void;
  onIdleError(error: Error): void;
  /** The embedded database crashed: this process must exit. */
  onFatal(error: Error): void;
}

type Prepare = (pool: pg.Pool) => Promise<unknown>;

export const toDatabase = (
  { db, pool }: Connected,
  close: () => Promise<void>,
  withMaintenanceDb: Database['withMaintenanceDb'] = (work) => work(db),
): Database => ({
  db,
  ping: async () => {
    await pool.query('SELECT 1');
  },
  withMaintenanceDb,
  close,
});

type Settings = Pick<
  Config,
  'databaseUrl' | 'databaseDirectUrl' | 'databaseReadUrl' | 'databasePooled' | 'databasePoolSize' | 'dataDir'
>;

const createPoolerError = (setting: string) =>
  new StartupError(
    setting === 'DATABASE_URL'
      ? 'DATABASE_URL leads to a pooler: set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to the address of PostgreSQL itself, for migrations.'
      : `${setting} leads to a pooler: name PostgreSQL itself there, since migrations need a session.`,
  );

const UNSUPPORTED_PARAMETER = /unsupported startup parameter/;

/** Detects a pooler by its process id. It would otherwise cause errors of single requests. */
async function assertNoPooler(pool: pg.Pool, setting: string): Promise<void> {
  try {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      if (rows[0]?.pid !== ('processID' in client ? client.processID : undefined)) throw createPoolerError(setting);
    } finally {
      client.release();
    }
  } catch (error) {
    throw error instanceof Error && UNSUPPORTED_PARAMETER.test(error.message) ? createPoolerError(setting) : error;
  }
}

async function openServer(url: string, settings: Settings, events: DatabaseEvents, prepare: Prepare): Promise<Database> {
  const {
    databaseDirectUrl: directUrl = url,
    databaseReadUrl: readUrl,
    databasePooled: pooled,
    databasePoolSize: size,
  } = settings;
  const withMaintenanceDb = async <Result>(work: (db: Db) => Promise<Result>): Promise<Result> => {
    const { db, pool } = connectForMaintenance(directUrl, events.onIdleError);
    return work(db).finally(() => pool.end());
  };
  const name = directUrl === url ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  try {
    await withMaintenanceDb(async ({ $client }) => {
      await assertNoPooler($client, name);
      await prepare($client);
    });
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(describeUnusableDatabase(name, error));
  }
  // The background connection is one of `size`, unless there is only one.
  const connected = connectToServer({ url, size: Math.max(1, size - 1), pooled }, events.onIdleError);
  const background = size === 1 ? connected : connectToServer({ url, size: 1, pooled, avoidSeqScans: true }, events.onIdleError);
  const standby = readUrl === undefined ? undefined : new Standby(readUrl, size, connected.pool);
  const close = async () => {
    await standby?.close();
    await Promise.all([...new Set([connected.pool, background.pool])].map((pool) => pool.end()));
  };
  return { ...toDatabase(connected, close, withMaintenanceDb), backgroundDb: background.db, standby };
}

/** Opens an embedded database without migrations. The caller must have locked the data folder. */
export async function openEmbeddedFolder(
  folder: string,
  events: DatabaseEvents,
  isNew = false,
): Promise<{ connected: Connected; close: () => Promise<void> }> {
  if (!isNew && !existsSync(join(folder, 'PG_VERSION')))
    throw new StartupError(
      `${folder} is not a complete database (PG_VERSION is missing): restore a backup, or set DATA_DIR to another folder.`,
    );
  // The bundle of the worker is built next to the server's.
  const worker = new Worker(new URL('database-worker.js', import.meta.url), {
    workerData: { folder, isNew } satisfies WorkerOptions,
  });
  const embedded = new EmbeddedDatabase(worker);
  const fail = (error: Error) => {
    embedded.fail(error);
    events.onFatal(error);
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread of the embedded database ended.')));
  try {
    await embedded.ready;
  } catch (error) {
    throw new StartupError(
      `The database in ${dirname(folder)} cannot be opened (${getErrorMessage(error)}): restore the folder, or set DATA_DIR to another one.`,
    );
  }
  const connected = connectToEmbedded(embedded, events.onIdleError);
  const close = async () => {
    await connected.pool.end();
    await embedded.close();
    worker.removeAllListeners('exit');
    await worker.terminate();
  };
  return { connected, close };
}

/** Exists while an embedded database is created, so that an interrupted creation starts again. */
const creatingMarker = (folder: string) => `${folder}.creating`;

export const hasEmbeddedDatabase = (folder: string): boolean =>
  existsSync(join(folder, 'PG_VERSION')) && !existsSync(creatingMarker(folder));

/** Opens or creates the embedded database of a data folder. Removes nothing except an incomplete creation. */
async function openOrCreate(dataDir: string, events: DatabaseEvents): ReturnType<typeof openEmbeddedFolder> {
  const folder = join(dataDir, 'database');
  const marker = creatingMarker(folder);
  if (existsSync(marker)) rmSync(folder, { recursive: true, force: true });
  else if (existsSync(folder) && readdirSync(folder).length > 0) return openEmbeddedFolder(folder, events);
  writeFileSync(marker, '');
  events.onStep?.('creating it');
  const opened = await openEmbeddedFolder(folder, events, true);
  rmSync(marker);
  return opened;
}

/** Opens an embedded database under the lock of its data folder, which is released on failure and on close. */
export async function openLocked(
  dataDir: string,
  open: () => ReturnType<typeof openEmbeddedFolder>,
  prepare: Prepare,
): Promise<Database> {
  const unlock = await lockFolder(dataDir);
  try {
    const { connected, close } = await open();
    try {
      await prepare(connected.pool);
    } catch (error) {
      // The first error matters, not the one of closing.
      await close().catch(() => undefined);
      throw error;
    }
    return toDatabase(connected, async () => {
      await close();
      unlock();
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

/** @param prepare replaces the migrations @throws StartupError if the database cannot be used */
export async function openDatabase(
  settings: Settings,
  events: DatabaseEvents,
  prepare: Prepare = (pool) => migrate(pool, { onStep: events.onStep }),
): Promise<Database> {
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl !== undefined) return openServer(databaseUrl, settings, events, prepare);
  makeWritable(dataDir);
  return openLocked(dataDir, () => openOrCreate(dataDir, events), prepare);
}
