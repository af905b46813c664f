import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';
import { findPostgres } from '../test/postgres-programs.mjs';
import { startPostgres } from '../test/postgres-server.mjs';

const MEMORY_SETTINGS = ['shared_buffers=2GB', 'effective_cache_size=6GB', 'max_connections=200'];
/** Settings for inserting the data. They give up durability, because lost data can be inserted again. */
const FILL_SETTINGS = [
  ...MEMORY_SETTINGS,
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=8GB',
  'autovacuum=off',
  'jit=off',
];
/** Settings for measuring: PostgreSQL's defaults, with a production server's memory, disk and WAL size. */
const MEASURE_SETTINGS = [
  ...MEMORY_SETTINGS,
  'random_page_cost=1.1',
  'effective_io_concurrency=200',
  'max_wal_size=4GB',
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track=all',
  'track_io_timing=on',
];

/** Exit code of size-fill if BENCH_FILL_SECONDS passed before all data was inserted. */
const EXIT_INCOMPLETE = 75;

const getFolder = (factor) => join(tmpdir(), `solvent-at-size-${factor}`);

async function fillDatabase(programs, factor) {
  const server = await startPostgres(programs, { settings: FILL_SETTINGS, permanentFolder: getFolder(factor) });
  try {
    const env = { DATABASE_URL: server.url, BENCH_FACTOR: String(factor) };
    const { code } = await runStep(['node', 'api/node_modules/.bench/size-fill.js'], { live: true, env });
    if (code !== 0 && code !== EXIT_INCOMPLETE) throw new StartError('The database could not be filled: see above.');
    return code === 0;
  } finally {
    await server.stop();
  }
}

/**
 * Starts a PostgreSQL whose data is inserted once and kept on disk.
 *
 * @param {number} factor 1: a million problems, ten million messages, a hundred thousand modules
 * @returns {Promise<{ url: string, stop: () => Promise<void> } | undefined>} undefined if BENCH_FILL_SECONDS passed first
 */
export async function startSizedDatabase(factor) {
  const programs = await findPostgres();
  process.stdout.write(`The data is kept in ${getFolder(factor)}: delete it for other data.\n`);
  if (!(await fillDatabase(programs, factor))) return undefined;
  return startPostgres(programs, { settings: MEASURE_SETTINGS, permanentFolder: getFolder(factor) });
}
