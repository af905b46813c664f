import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCluster } from './cluster/cluster.mjs';
import { query } from './cluster/postgres.mjs';
import { build } from './setup/build.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

const USAGE = `pnpm load [--servers 1,2] [--sockets 5000] [--seconds 60] [--problems 10000] [--keep]

  Starts a cluster for each number of servers in turn, and puts load on it. Measures the requests per second that are answered in
  time, their database statements, and how soon sockets receive messages (docs/scaling.md).
`;

/** @param {string} text @param {string} name of the option @param {number} min @param {number} max */
function parseInteger(text, name, min, max) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < min || number > max)
    throw new StartError(`--${name} is a whole number from ${min} to ${max}, not "${text}".`);
  return number;
}

function readArgs() {
  const options = {
    servers: { type: 'string', default: '1,2' },
    sockets: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '60' },
    problems: { type: 'string', default: '10000' },
    keep: { type: 'boolean' },
    help: { type: 'boolean' },
  };
  const { values } = parseArgs({ options, args: process.argv.slice(2).filter((arg) => arg !== '--') });
  return {
    ...values,
    servers: values.servers.split(',').map((count) => parseInteger(count, 'servers', 1, 8)),
    // An even number, because each conversation has two sockets.
    sockets: 2 * Math.ceil(parseInteger(values.sockets, 'sockets', 2, 50_000) / 2),
    seconds: parseInteger(values.seconds, 'seconds', 10, 3600),
    problems: parseInteger(values.problems, 'problems', 0, 1_000_000),
  };
}

/** Number of WAL segments to create, more than the measurement fills. */
const WAL_SEGMENTS = 20;

/**
 * Creates WAL segments that PostgreSQL reuses, as in a database that has run for a while. A new database must create segments during
 * the measurement, and commits wait for that.
 *
 * @param {Awaited<ReturnType<typeof startCluster>>['postgres']} postgres
 */
async function createReusableSegments({ url, lag }) {
  for (let segment = 0; segment < WAL_SEGMENTS; segment += 1) {
    await query(url, `SELECT pg_logical_emit_message(false, 'load', '')`);
    await query(url, 'SELECT pg_switch_wal()');
  }
  // PostgreSQL reuses a segment only after the standby has replayed it.
  while ((await lag()) !== 0) await wait(100);
  await query(url, 'CHECKPOINT');
}

/** @returns {Promise<boolean>} whether the goals were met */
async function measureCluster(count, { sockets, seconds, problems, keep }) {
  // Requests contain their client address, as behind a CDN. A high factor disables the rate limits, because one program sends all
  // requests.
  const env = { RATE_LIMIT_FACTOR: '1000000', DEMO_PROBLEMS: String(problems), LOG_LEVEL: 'warn' };
  const nginx = { SOLVENT_BEFORE: 'set_real_ip_from 127.0.0.1;' };
  const postgres = ['shared_preload_libraries=pg_stat_statements', `min_wal_size=${16 * 2 * WAL_SEGMENTS}MB`];
  const cluster = await startCluster({ servers: count, env, nginx, postgres });
  try {
    await createReusableSegments(cluster.postgres);
    const topology = {
      name: `${count} ${count === 1 ? 'server' : 'servers'}`,
      url: cluster.url,
      servers: cluster.servers.map(({ url }) => url),
      databaseUrl: cluster.postgres.url,
      appKey: 'solvent-web',
      sockets,
      seconds,
    };
    const command = ['node', 'api/node_modules/.bench/load.js', JSON.stringify(topology), ...(keep ? ['--keep'] : [])];
    return (await runStep(command, { live: true })).code === 0;
  } finally {
    await cluster.close();
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

await runMain(async () => {
  const args = readArgs();
  if (args.help) return void process.stdout.write(USAGE);
  await build();
  const { code, output } = await runStep(['pnpm', '--filter', '@solvent/bench', 'run', '--silent', 'build:bench']);
  if (code !== 0) throw new StartError(`${output}\nThe load program could not be built: see above.`);
  const met = [];
  for (const count of args.servers) met.push(await measureCluster(count, args));
  if (met.includes(false)) process.exitCode = 1;
});
