import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import { makeWritable } from '../../../../scripts/setup/settings.mjs';
import type { Config } from '../config/config.ts';
import { StartupError } from '../config/startup-error.ts';
import { connectForMaintenance, connectToEmbedded, connectToServer } from './connect.ts';
import type { Connected, Db } from './connect.ts';
import { EmbeddedDatabase } from './embedded/client.ts';
import { toTypedPort } from './embedded/messages.ts';
import type { Opening } from './embedded/messages.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { refusePooler } from './pooler.ts';
import { openStandby } from './standby/standby.ts';
import type { Standby } from './standby/standby.ts';
import { describeUnusableDatabase } from './unusable-database.ts';

/** An open, migrated database. */
export interface Database {
  db: Db;
  /** A replica for what may be read there; undefined: there is none. */
  standby?: Standby | undefined;
  /** A connection that nobody's request waits for or keeps busy; undefined: there is one for all. */
  backgroundDb?: Db | undefined;
  /** Settles if the database answers. */
  ping(): Promise<void>;
  /** Runs what may take long, such as filling the database: a server gives up other statements after some seconds. */
  withMaintenanceDb<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** What the database tells while it runs. */
export interface DatabaseEvents {
  /** Runs on the connection when the database is opened. */
  onStep?(detail: string): void;
  /** A connection broke while idle; the pool mends it. */
  onIdleError(error: Error): void;
  /** The embedded database's thread died: this process cannot go on. */
  onFatal(error: Error): void;
}

/** What is done before anybody uses the database. */
type Prepare = (pool: pg.Pool) => Promise<unknown>;

/** A {@link Database} on a pool whose migrations were applied. */
export function toDatabase(
  { db, pool }: Connected,
  close: () => Promise<void>,
  maintain: Database['withMaintenanceDb'] = (work) => work(db),
): Database {
  return { db, ping: () => ping(pool), withMaintenanceDb: maintain, close };
}

async function ping(pool: pg.Pool): Promise<void> {
  await pool.query('SELECT 1');
}

/** Connections of their own, which end with the work. */
function maintainerOf(url: string, { onIdleError }: DatabaseEvents) {
  return async <Result>(work: (db: Db) => Promise<Result>): Promise<Result> => {
    const { db, pool } = connectForMaintenance(url, onIdleError);
    return work(db).finally(() => pool.end());
  };
}

type Settings = Pick<
  Config,
  'databaseUrl' | 'databaseDirectUrl' | 'databaseReadUrl' | 'databasePooled' | 'databasePoolSize' | 'dataDir'
>;

async function openServer(url: string, settings: Settings, events: DatabaseEvents, prepare: Prepare): Promise<Database> {
  const {
    databaseDirectUrl: directUrl = url,
    databaseReadUrl: readUrl,
    databasePooled: pooled,
    databasePoolSize: size,
  } = settings;
  const maintain = maintainerOf(directUrl, events);
  const name = directUrl === url ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  try {
    await maintain(async ({ $client }) => {
      await refusePooler($client, name);
      await prepare($client);
    });
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(describeUnusableDatabase(name, error));
  }
  // One of them is for upkeep, if there is another one: all of them together are as many as its operator said.
  const connected = connectToServer({ url, size: Math.max(1, size - 1), pooled }, events.onIdleError);
  const upkeep = size === 1 ? connected : connectToServer({ url, size: 1, pooled, byIndex: true }, events.onIdleError);
  const standby = readUrl === undefined ? undefined : openStandby(readUrl, size, connected.pool);
  const close = async () => {
    await standby?.close();
    await Promise.all([...new Set([connected.pool, upkeep.pool])].map((pool) => pool.end()));
  };
  return { ...toDatabase(connected, close, maintain), backgroundDb: upkeep.db, standby };
}

function startWorker(
  opening: Opening,
  onExit: (error: Error) => void,
): { embedded: EmbeddedDatabase; stop: () => Promise<void> } {
  // The bundle of the thread lies beside the one of the server.
  const worker = new Worker(new URL('database-worker.js', import.meta.url), { workerData: opening });
  const embedded = new EmbeddedDatabase(toTypedPort(worker));
  const gone = (error: Error) => {
    embedded.fail(error);
    onExit(error);
  };
  worker.on('error', gone);
  worker.on('exit', () => gone(new Error('The thread of the embedded database ended.')));
  const stop = async () => {
    await embedded.close();
    worker.removeAllListeners('exit');
    await worker.terminate();
  };
  return { embedded, stop };
}

/**
 * Opens the embedded database in a folder without applying migrations. The caller must have locked the data folder.
 * @param isNew the folder is empty, and the database is created
 */
export async function openEmbeddedFolder(
  folder: string,
  events: DatabaseEvents,
  isNew = false,
): Promise<{ connected: Connected; close: () => Promise<void> }> {
  if (!isNew && !existsSync(join(folder, 'PG_VERSION')))
    throw new StartupError(
      `${folder} is not a complete database (PG_VERSION is missing): restore a backup, or set DATA_DIR to another folder.`,
    );
  const { embedded, stop } = startWorker({ folder, isNew }, events.onFatal);
  try {
    await embedded.ready;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      `The database in ${dirname(folder)} cannot be opened (${reason}): restore the folder, or set DATA_DIR to another one.`,
    );
  }
  const connected = connectToEmbedded(() => embedded.connect(), events.onIdleError);
  const close = async () => {
    await connected.pool.end();
    await stop();
  };
  return { connected, close };
}

/** The marker file of an embedded database that is being created. */
const creatingMarker = (folder: string) => `${folder}.creating`;

/** Checks whether a folder has an embedded database that was created completely. */
export const hasEmbeddedDatabase = (folder: string): boolean =>
  existsSync(join(folder, 'PG_VERSION')) && !existsSync(creatingMarker(folder));

/**
 * Opens the embedded database of a data folder, and creates it if there is none. A marker file beside it exists while it is
 * created, so that an interrupted creation starts again. Nothing else is ever removed.
 */
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

/** Opens an embedded database while this process has the lock of its data folder, which it gives back where that fails. */
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
      // What went wrong first is what counts.
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

async function openEmbedded(dataDir: string, events: DatabaseEvents, prepare: Prepare): Promise<Database> {
  makeWritable(dataDir);
  return openLocked(dataDir, () => openOrCreate(dataDir, events), prepare);
}

/**
 * Opens the database that the settings name and applies its migrations.
 * @param prepare what is done instead of that
 * @throws StartupError with a sentence if it cannot be used.
 */
export function openDatabase(
  settings: Settings,
  events: DatabaseEvents,
  prepare: Prepare = (pool) => migrate(pool, { onStep: events.onStep }),
): Promise<Database> {
  const { databaseUrl, dataDir } = settings;
  return databaseUrl === undefined ? openEmbedded(dataDir, events, prepare) : openServer(databaseUrl, settings, events, prepare);
}
