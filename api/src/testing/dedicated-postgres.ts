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

/** A PostgreSQL of one test, to which anything may happen. */
export interface DedicatedPostgres {
  /** As a server opens it. */
  database: Database;
  server: Part;
  /** What its data lie on, which can be full; undefined where this machine lets nobody make a disk. */
  disk: SmallDisk | undefined;
  /** Processes of which each serves a connection of the pool. */
  listBackends(): Promise<number[]>;
  /** Writes to its log until that has no room, and it ends. Settles when it has. */
  fillLog(): Promise<void>;
  /** What lets a new connection begin at once is gone, as it is after each start. */
  deleteCatalogCaches(): void;
  /** Where it has ended, or is about to. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Of its disk (MB). */
const DISK = 256;
/** Its log wants another file within seconds. */
const SMALL_LOGS = ['--no-sync', '--wal-segsize=1'];
const SETTINGS = ['fsync=off', 'max_wal_size=32MB'];
const CATALOGUES = 'pg_internal.init';
const FILL_LOG = `SELECT pg_logical_emit_message(true, 'test', repeat('x', 500000))`;

const fail = (error: Error) => {
  throw error;
};

/** Starts it on this machine. */
export async function startDedicatedPostgres(): Promise<DedicatedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'solvent-own-postgres-'));
  chmodSync(folder, 0o755);
  const home = makeDatabase(await findPostgres(), folder, SMALL_LOGS);
  const disk = await makeSmallDisk(join(home.folder, 'disk'), DISK);
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
    // It ends with what is under way, at once.
    stopSignal: 'SIGINT',
    watch: () => undefined,
  });
  await server.start();
  const settings = { databaseUrl: url, databaseDirectUrl: url, databaseReadUrl: undefined, databasePooled: false };
  const database = await openDatabase(
    { ...settings, databasePoolSize: 5, dataDir: folder },
    { onIdleError: () => undefined, onFatal: fail },
  );
  /** Of who was killed with all that they had, something may be left for a moment. */
  const start = async (): Promise<void> => {
    if (await server.isWell()) return;
    await server.restart().catch(start);
  };
  const useUpLog = (): Promise<void> => query(url, FILL_LOG).then(useUpLog, () => undefined);
  return {
    database,
    server,
    disk,
    listBackends: async () =>
      (
        await query(url, `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`)
      ).map(({ pid }: { pid: number }) => pid),
    fillLog: useUpLog,
    deleteCatalogCaches: () => {
      const bases = readdirSync(join(data, 'base')).map((name) => join('base', name));
      for (const part of ['global', ...bases]) {
        const file = join(data, part, CATALOGUES);
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
