import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/setup/settings.mjs';
import { Part } from '../../../scripts/cluster/part.mjs';
import { query } from '../../../scripts/cluster/postgres.mjs';
import { makeSmallDisk } from '../../../scripts/cluster/small-disk.mjs';
import type { SmallDisk } from '../../../scripts/cluster/small-disk.mjs';
import { findPostgres } from '../../../scripts/test/postgres-programs.mjs';
import { makeDatabase, postgresUrl } from '../../../scripts/test/postgres-server.mjs';
import { openDatabase } from '../platform/db/database.ts';
import type { Database } from '../platform/db/database.ts';

export interface DedicatedPostgres {
  database: Database;
  server: Part;
  /** Small disk with the data; undefined if this machine does not permit mounting one. */
  disk: SmallDisk | undefined;
  listBackends(): Promise<number[]>;
  /** Writes WAL until the disk is full and the server exits. */
  fillLog(): Promise<void>;
  /** Makes new connections slower, like after a start. */
  deleteCatalogCaches(): void;
  start(): Promise<void>;
  close(): Promise<void>;
}

const DISK_MB = 256;
/** Small WAL segments, so that a new one is soon needed. */
const INIT_OPTIONS = ['--no-sync', '--wal-segsize=1'];
const SETTINGS = ['fsync=off', 'max_wal_size=32MB'];
const CATALOG_CACHE = 'pg_internal.init';
const FILL_LOG = `SELECT pg_logical_emit_message(true, 'test', repeat('x', 500000))`;

const fail = (error: Error) => {
  throw error;
};

export async function startDedicatedPostgres(): Promise<DedicatedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'solvent-own-postgres-'));
  chmodSync(folder, 0o755);
  const home = makeDatabase(await findPostgres(), folder, INIT_OPTIONS);
  const disk = await makeSmallDisk(join(home.folder, 'disk'), DISK_MB);
  const data = disk === undefined ? home.data : join(disk.folder, 'data');
  if (disk !== undefined) execFileSync('cp', ['-a', home.data, data]);
  const port = await freePort();
  const url = postgresUrl(port);
  const [program, args] = home.command(data, port, SETTINGS);
  const server = new Part({
    name: 'PostgreSQL',
    command: [program, ...args],
    options: home.options,
    log: join(folder, 'log'),
    isReady: async () => (await query(url, 'SELECT 1')).length === 1,
    // Fast shutdown.
    stopSignal: 'SIGINT',
    watch: () => undefined,
  });
  await server.start();
  const settings = { databaseUrl: url, databaseDirectUrl: url, databaseReadUrl: undefined, databasePooled: false };
  const database = await openDatabase(
    { ...settings, databasePoolSize: 5, dataDir: folder },
    { onIdleError: () => undefined, onFatal: fail },
  );
  /** Shared memory of a killed server may remain for a moment. */
  const start = async (): Promise<void> => {
    if (await server.isWell()) return;
    await server.restart().catch(start);
  };
  const fillLog = (): Promise<void> => query(url, FILL_LOG).then(fillLog, () => undefined);
  return {
    database,
    server,
    disk,
    listBackends: async () =>
      (
        await query(url, `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`)
      ).map(({ pid }: { pid: number }) => pid),
    fillLog,
    deleteCatalogCaches: () => {
      const bases = readdirSync(join(data, 'base')).map((name) => join('base', name));
      for (const part of ['global', ...bases]) {
        const file = join(data, part, CATALOG_CACHE);
        if (existsSync(file)) rmSync(file);
      }
    },
    start,
    close: async () => {
      await database.close();
      await server.kill();
      await disk?.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
