import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../setup/root.mjs';
import { findPostgres } from '../test/postgres-programs.mjs';
import { makeDatabase, postgresUrl } from '../test/postgres-server.mjs';

const run = promisify(execFile);
const { Client } = createRequire(join(ROOT, 'api/package.json'))('pg');

/** Name of the standby and of its replication slot. */
const STANDBY = 'standby';
/** Durability is that of production: every commit is written to disk. */
const SETTINGS = [
  'max_connections=200',
  'max_wal_senders=10',
  'max_replication_slots=10',
  'wal_level=replica',
  'hot_standby=on',
  // The standby reconnects soon after a restart of the primary, because synchronous commits wait for it.
  'wal_retrieve_retry_interval=200ms',
];
/** Size of the primary's disk in disk-full tests (MB): a new database, its WAL, and the test's writes. */
const SMALL_DISK_MB = 512;
/** Arguments of initdb for small WAL segments. PostgreSQL needs a new segment soon, so a full disk stops the primary within seconds. */
const SMALL_WAL_ARGS = ['--wal-segsize=1'];
/** PostgreSQL's fast shutdown: aborts open transactions and stops. */
const FAST_SHUTDOWN_SIGNAL = 'SIGINT';

/** Runs an SQL statement. @param {string} url address of the server @param {string} sql @returns {Promise<any>} rows */
export async function query(url, sql) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // The query throws the error. Without this listener, a stopped server would also end this process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Starts a primary, and a standby that follows it with a replication slot.
 *
 * @param {object} options
 * @param {string} options.folder parent of the data folders
 * @param {(options: Omit<import('./part.mjs').PartOptions, 'log' | 'watch'>) => import('./part.mjs').Part} options.makePart
 * @param {() => Promise<number>} options.freePort
 * @param {boolean} options.synchronous commits wait for the standby, so a lost primary loses no data
 * @param {string[]} options.settings additional settings of both servers
 * @param {(folder: string, megabytes: number) => Promise<import('./small-disk.mjs').SmallDisk | undefined>} [options.makeDisk]
 *   creates a disk for the primary's data, which can be filled
 */
export async function startPostgresPair({ folder, makePart, freePort, synchronous, settings, makeDisk }) {
  const home = makeDatabase(await findPostgres(), folder, makeDisk ? SMALL_WAL_ARGS : []);
  const standbyData = join(home.folder, 'standby');
  const disk = await makeDisk?.(join(home.folder, 'disk'), SMALL_DISK_MB);
  const primaryData = disk === undefined ? home.data : join(disk.folder, 'data');
  // The data can be copied file by file, because the database was never started.
  await run('cp', ['-a', home.data, standbyData]);
  if (primaryData !== home.data) await run('cp', ['-a', home.data, primaryData]);
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  const createPostgresPart = (name, data, port, more) => {
    const [program, args] = home.command(data, port, [...SETTINGS, ...more, ...settings]);
    const url = postgresUrl(port);
    const isReady = async () => (await query(url, 'SELECT 1')).length === 1;
    const part = makePart({
      name,
      command: [program, ...args],
      options: home.options,
      isReady,
      stopSignal: FAST_SHUTDOWN_SIGNAL,
    });
    return Object.assign(part, { url, port, data });
  };
  const synchronousSettings = synchronous ? [`synchronous_standby_names=${STANDBY}`] : [];
  const primary = createPostgresPart('PostgreSQL', primaryData, primaryPort, synchronousSettings);
  const standbySettings = [
    `primary_conninfo=host=127.0.0.1 port=${primaryPort} user=postgres application_name=${STANDBY}`,
    `primary_slot_name=${STANDBY}`,
  ];
  const standby = createPostgresPart('The standby', standbyData, standbyPort, standbySettings);
  await run('touch', [join(standbyData, 'standby.signal')], home.options);
  await primary.start();
  await query(primary.url, `SELECT pg_create_physical_replication_slot('${STANDBY}', true)`);
  await standby.start();
  return {
    primary,
    standby,
    /** The primary's disk; undefined without `makeDisk`, or if this machine allows none. */
    disk,
    /** Makes the standby the new primary. @returns {Promise<string>} its address */
    async promote() {
      await query(standby.url, 'SELECT pg_promote(true, 60)');
      return standby.url;
    },
    /** Replication lag of the standby (bytes); undefined while the standby is disconnected. */
    async lag() {
      const [row] = await query(
        primary.url,
        `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(replay_lsn, '0/0'))::float8 AS bytes FROM pg_stat_replication WHERE application_name = '${STANDBY}'`,
      );
      return row?.bytes;
    },
    remove: home.remove,
  };
}
