import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../setup/root.mjs';
import { findPostgres } from '../test/postgres-programs.mjs';
import { makeDatabase, postgresUrl } from '../test/postgres-server.mjs';

const run = promisify(execFile);
const { Client } = createRequire(join(ROOT, 'api/package.json'))('pg');

/** Name of the standby at the primary. */
const STANDBY = 'standby';
/** Data is as safe as in production: every commit reaches the disk. */
const SETTINGS = [
  'max_connections=200',
  'max_wal_senders=10',
  'max_replication_slots=10',
  'wal_level=replica',
  'hot_standby=on',
  // A standby is back as soon as its primary is: a commit that waits for it waits no longer.
  'wal_retrieve_retry_interval=200ms',
];
/**
 * Of the primary's disk where it is to be full one day (MB): a new database, its log, and what people write meanwhile. The log is in
 * small files there, so that it wants another one within seconds.
 */
const SMALL_DISK = 512;
const SMALL_LOGS = ['--wal-segsize=1'];
/** It ends with what is under way, at once, as an operator ends it. */
const FAST = 'SIGINT';

/** Runs statements at a server's address. @param {string} url @param {string} sql */
export async function query(url, sql) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // The caller gets the error from the query. Without a listener, a server that ends meanwhile would end this process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/**
 * A primary and a standby that follows it by a replication slot.
 *
 * @param {object} options
 * @param {string} options.folder where their data lie
 * @param {(options: Omit<import('./part.mjs').PartOptions, 'log' | 'watch'>) => import('./part.mjs').Part} options.makePart
 * @param {() => Promise<number>} options.freePort
 * @param {boolean} options.synchronous a commit waits for the standby: then nothing is lost when the primary is
 * @param {string[]} options.settings further ones of both
 * @param {(folder: string, megabytes: number) => Promise<import('./small-disk.mjs').SmallDisk | undefined>} [options.makeDisk]
 *   the primary's data lie on a disk of their own, which can be filled
 */
export async function startPostgresPair({ folder, makePart, freePort, synchronous, settings, makeDisk }) {
  const home = makeDatabase(await findPostgres(), folder, makeDisk ? SMALL_LOGS : []);
  const standbyData = join(home.folder, 'standby');
  const disk = await makeDisk?.(join(home.folder, 'disk'), SMALL_DISK);
  const primaryData = disk === undefined ? home.data : join(disk.folder, 'data');
  // Before its first start a database may be copied as files are.
  await run('cp', ['-a', home.data, standbyData]);
  if (primaryData !== home.data) await run('cp', ['-a', home.data, primaryData]);
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  const makeServer = (name, data, port, more) => {
    const [program, args] = home.command(data, port, [...SETTINGS, ...more, ...settings]);
    const url = postgresUrl(port);
    const isReady = async () => (await query(url, 'SELECT 1')).length === 1;
    const part = makePart({ name, command: [program, ...args], options: home.options, isReady, stopSignal: FAST });
    return Object.assign(part, { url, port, data });
  };
  const synchronously = synchronous ? [`synchronous_standby_names=${STANDBY}`] : [];
  const primary = makeServer('PostgreSQL', primaryData, primaryPort, synchronously);
  const follows = [
    `primary_conninfo=host=127.0.0.1 port=${primaryPort} user=postgres application_name=${STANDBY}`,
    `primary_slot_name=${STANDBY}`,
  ];
  const standby = makeServer('The standby', standbyData, standbyPort, follows);
  await run('touch', [join(standbyData, 'standby.signal')], home.options);
  await primary.start();
  await query(primary.url, `SELECT pg_create_physical_replication_slot('${STANDBY}', true)`);
  await standby.start();
  return {
    primary,
    standby,
    /** The primary's; undefined: it has none of its own. */
    disk,
    /** Makes the standby one that is written to. Settles when it is. */
    async promote() {
      await query(standby.url, 'SELECT pg_promote(true, 60)');
      return standby.url;
    },
    /** How far the standby is behind (bytes). */
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
