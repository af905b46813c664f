import type pg from 'pg';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Config } from '../platform/config/config.ts';
import { COMMAND_DATABASE_EVENTS } from '../platform/db/command-database.ts';
import { connectForMaintenance } from '../platform/db/connect.ts';
import { hasEmbeddedDatabase, openEmbeddedFolder } from '../platform/db/database.ts';
import { lockFolder } from '../platform/db/folder-lock.ts';
import { describeUnusableDatabase } from '../platform/db/unusable-database.ts';
import { embeddedFolder } from './database-parts.ts';

/** A database as it stands: no migration is applied. */
export interface Source {
  pool: pg.Pool;
  close(): Promise<void>;
}

/** The address of the PostgreSQL server for what needs a session of its own; undefined where the database is the embedded one. */
export const serverUrl = ({ databaseUrl, databaseDirectUrl }: Config): string | undefined => databaseDirectUrl ?? databaseUrl;

/** Opens the configured database without migrating it. The data folder of an embedded one is already locked. */
export const openSource = (config: Config): Promise<Source> => {
  const url = serverUrl(config);
  return url === undefined ? openEmbeddedSource(embeddedFolder(config.dataDir)) : openServerSource(url);
};

/** On a PostgreSQL server. @throws StartupError where it cannot be reached */
export async function openServerSource(url: string): Promise<Source> {
  const { pool } = connectForMaintenance(url, COMMAND_DATABASE_EVENTS.onIdleError);
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    await pool.end();
    throw new StartupError(describeUnusableDatabase('DATABASE_URL', error));
  }
  return { pool, close: () => pool.end() };
}

/** The embedded one in a folder, whose data folder is locked. */
export async function openEmbeddedSource(folder: string): Promise<Source> {
  const { connected, close } = await openEmbeddedFolder(folder, COMMAND_DATABASE_EVENTS);
  return { pool: connected.pool, close };
}

/** Refuses a missing embedded database: commands do not create one. @throws StartupError with what to do */
export function requireEmbedded({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl !== undefined || hasEmbeddedDatabase(embeddedFolder(dataDir))) return;
  throw new StartupError(
    `There is no database in ${dataDir}: name the one that is meant in DATABASE_URL, or its data folder in DATA_DIR, or the file of settings in ENV_FILE.`,
  );
}

/** Works while no server has the data folder, where the embedded database is the one of the settings. */
export async function withoutServer<Result>({ databaseUrl, dataDir }: Config, work: () => Promise<Result>): Promise<Result> {
  if (databaseUrl !== undefined) return work();
  const unlock = await lockFolder(dataDir);
  return work().finally(unlock);
}

/** The server's version, such as 150018. */
export async function readServerVersion(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: string }>("SELECT current_setting('server_version_num') AS version");
  return Number(rows[0]?.version);
}
