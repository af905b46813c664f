import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import { makeWritable } from '../../../../scripts/setup/settings.mjs';
import type { Config } from '../config/config.ts';
import { StartupError } from '../config/startup-error.ts';
import { connectForMaintenance, connectToEmbedded, connectToServer } from './connect.ts';
import type { Connected, Db } from './connect.ts';
import { EmbeddedDatabase } from './embedded/client.ts';
import { portOf } from './embedded/messages.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';

/** An open, migrated database. */
export interface Database {
  db: Db;
  /** Settles if the database answers. */
  ping(): Promise<void>;
  /** Runs what may take long, such as filling the database: a server gives up other statements after some seconds. */
  maintain<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** What the database tells while it runs. */
export interface DatabaseEvents {
  /** A connection broke while idle; the pool mends it. */
  onIdleError(error: Error): void;
  /** The embedded database's thread died: this process cannot go on. */
  onFatal(error: Error): void;
}

/** What is done before anybody uses the database. */
type Prepare = (pool: pg.Pool) => Promise<void>;

/** A {@link Database} on a pool whose migrations were applied. */
export function databaseOn(
  { db, pool }: Connected,
  close: () => Promise<void>,
  maintain: Database['maintain'] = (work) => work(db),
): Database {
  return { db, ping: () => ping(pool), maintain, close };
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

async function openServer(url: string, poolSize: number, events: DatabaseEvents, prepare: Prepare): Promise<Database> {
  const maintain = maintainerOf(url, events);
  try {
    await maintain((db) => prepare(db.$client));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      `The database in DATABASE_URL cannot be used (${reason}): check the address and that PostgreSQL runs.`,
    );
  }
  const connected = connectToServer(url, poolSize, events.onIdleError);
  return databaseOn(connected, () => connected.pool.end(), maintain);
}

function startWorker(folder: string, onExit: (error: Error) => void): { embedded: EmbeddedDatabase; stop: () => Promise<void> } {
  // The bundle of the thread lies beside the one of the server.
  const worker = new Worker(new URL('database-worker.js', import.meta.url), { workerData: folder });
  const embedded = new EmbeddedDatabase(portOf(worker));
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

async function openEmbedded(dataDir: string, events: DatabaseEvents, prepare: Prepare): Promise<Database> {
  makeWritable(dataDir);
  const unlock = await lockFolder(dataDir);
  const { embedded, stop } = startWorker(join(dataDir, 'database'), events.onFatal);
  try {
    await embedded.ready;
  } catch (error) {
    unlock();
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      `The database in ${dataDir} cannot be opened (${reason}): restore the folder, or set DATA_DIR to another one.`,
    );
  }
  const connected = connectToEmbedded(() => embedded.connect(), events.onIdleError);
  await prepare(connected.pool);
  return databaseOn(connected, async () => {
    await connected.pool.end();
    await stop();
    unlock();
  });
}

/**
 * Opens the database that the settings name and applies its migrations.
 * @param prepare what is done instead of that
 * @throws StartupError with a sentence if it cannot be used.
 */
export function openDatabase(
  { databaseUrl, databasePoolSize, dataDir }: Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'dataDir'>,
  events: DatabaseEvents,
  prepare: Prepare = migrate,
): Promise<Database> {
  return databaseUrl === undefined
    ? openEmbedded(dataDir, events, prepare)
    : openServer(databaseUrl, databasePoolSize, events, prepare);
}
