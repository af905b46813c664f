import type pg from 'pg';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Config } from '../platform/config/config.ts';
import { COMMAND_DATABASE_EVENTS } from '../platform/db/command-database.ts';
import { connectForMaintenance, describeUnusableDatabase } from '../platform/db/connect.ts';
import { hasEmbeddedDatabase, openEmbeddedFolder } from '../platform/db/database.ts';
import { lockFolder } from '../platform/db/folder-lock.ts';
import { embeddedFolder } from './database-section.ts';

/** Returns the URL of the server; undefined for the embedded database. */
export const serverUrl = ({ databaseUrl, databaseDirectUrl }: Config): string | undefined => databaseDirectUrl ?? databaseUrl;

async function openPool(url: string | undefined, folder: string): Promise<{ pool: pg.Pool; close: () => Promise<void> }> {
  if (url === undefined) {
    const { connected, close } = await openEmbeddedFolder(folder, COMMAND_DATABASE_EVENTS);
    return { pool: connected.pool, close };
  }
  const { pool } = connectForMaintenance(url, COMMAND_DATABASE_EVENTS.onIdleError);
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    await pool.end();
    throw new StartupError(describeUnusableDatabase('DATABASE_URL', error));
  }
  return { pool, close: () => pool.end() };
}

/** Connects to the configured database without migrating it. The caller has locked the data folder of an embedded one. */
export async function withClient<Result>(
  config: Config,
  work: (client: pg.PoolClient, pool: pg.Pool) => Promise<Result>,
  folder: string = embeddedFolder(config.dataDir),
): Promise<Result> {
  const { pool, close } = await openPool(serverUrl(config), folder);
  try {
    const client = await pool.connect();
    return await work(client, pool).finally(() => client.release());
  } finally {
    await close();
  }
}

/** Commands do not create an embedded database. @throws StartupError */
export function assertDatabaseExists({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl !== undefined || hasEmbeddedDatabase(embeddedFolder(dataDir))) return;
  throw new StartupError(
    `There is no database in ${dataDir}: set DATABASE_URL or DATA_DIR to the right one, or ENV_FILE to the right settings file.`,
  );
}

/** Locks the data folder of an embedded database during the work. */
export async function withFolderLock<Result>({ databaseUrl, dataDir }: Config, work: () => Promise<Result>): Promise<Result> {
  if (databaseUrl !== undefined) return work();
  const unlock = await lockFolder(dataDir);
  return work().finally(unlock);
}

/** Connects to an existing database under the lock of its folder. */
export function withExistingDatabase<Result>(config: Config, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  assertDatabaseExists(config);
  return withFolderLock(config, () => withClient(config, work));
}

export async function readServerVersion(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: string }>("SELECT current_setting('server_version_num') AS version");
  return Number(rows[0]?.version);
}
