import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './root.ts';

type Row = Record<string, unknown>;

interface Driver {
  query(sql: string, params?: unknown[]): Promise<{ rows: Row[] }>;
}

export interface Database {
  /** @returns rows of the query; the caller names their type */
  query<Found extends object>(sql: string, params?: unknown[]): Promise<Found[]>;
  close(): Promise<void>;
}

interface PgModule {
  Client: new (options: { connectionString: string }) => Driver & {
    connect(): Promise<void>;
    end(): Promise<void>;
    on(name: 'error', act: () => void): void;
  };
}
interface PgliteModule {
  PGlite: { create(folder: string): Promise<Driver & { close(): Promise<void> }> };
}

const require = createRequire(import.meta.url);
const requireFromApi = createRequire(join(ROOT, 'api/package.json'));

const wrapDriver = (driver: Driver, close: () => Promise<void>): Database => ({
  query: async <Found extends object>(sql: string, params?: unknown[]) => (await driver.query(sql, params)).rows as Found[],
  close,
});

export async function openDatabase(url: string): Promise<Database> {
  const { Client } = require('pg') as PgModule;
  const client = new Client({ connectionString: url });
  // The pending query rejects with the error.
  client.on('error', () => undefined);
  await client.connect();
  return wrapDriver(client, () => client.end());
}

/** Only one process at a time can open the embedded database: the server must have exited. */
async function openEmbedded(dataDir: string): Promise<Database> {
  const { PGlite } = requireFromApi('@electric-sql/pglite') as PgliteModule;
  const database = await PGlite.create(join(dataDir, 'database'));
  return wrapDriver(database, () => database.close());
}

export interface DatabaseLocation {
  databaseUrl: string | undefined;
  dataDir: string;
}

export async function withDatabase<Result>(
  location: DatabaseLocation,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await (location.databaseUrl ? openDatabase(location.databaseUrl) : openEmbedded(location.dataDir));
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}
