import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCluster } from './cluster/cluster.mjs';
import { query } from './cluster/postgres.mjs';
import { build } from './setup/build.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

const USAGE = `pnpm load [--servers 1,2] [--sockets 5000] [--seconds 60] [--problems 10000] [--keep]

  Starts a cluster of so many servers behind nginx, one after the other, and puts load on each: how many requests a second are
  answered in time, what one asks of the database, and how soon as many sockets receive messages (docs/scaling.md).
`;

/** @param {string} text @param {string} name @param {number} least @param {number} most */
function wholeNumber(text, name, least, most) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new StartError(`--${name} is a whole number from ${least} to ${most}, not "${text}".`);
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
    servers: values.servers.split(',').map((count) => wholeNumber(count, 'servers', 1, 8)),
    // Two of a conversation.
    sockets: 2 * Math.ceil(wholeNumber(values.sockets, 'sockets', 2, 50_000) / 2),
    seconds: wholeNumber(values.seconds, 'seconds', 10, 3600),
    problems: wholeNumber(values.problems, 'problems', 0, 1_000_000),
  };
}

/** More than are written while it is measured. */
const LOG_FILES = 20;

/**
 * Has log files written and done with. A database that has run for a while uses them again; a new one fills each first, and every commit
 * waits for that.
 * @param {Awaited<ReturnType<typeof startCluster>>['postgres']} postgres
 */
async function wearInLogFiles({ url, lag }) {
  for (let file = 0; file < LOG_FILES; file += 1) {
    await query(url, `SELECT pg_logical_emit_message(false, 'load', '')`);
    await query(url, 'SELECT pg_switch_wal()');
  }
  // The standby has no use for them any more, either.
  while ((await lag()) !== 0) await wait(100);
  await query(url, 'CHECKPOINT');
}

/** @returns {Promise<boolean>} whether the goals were met */
async function loadOn(count, { sockets, seconds, problems, keep }) {
  // Requests name their client address, as behind a CDN. Limits are off, since one program sends them all.
  const env = { RATE_LIMIT_FACTOR: '1000000', DEMO_PROBLEMS: String(problems), LOG_LEVEL: 'warn' };
  const nginx = { SOLVENT_BEFORE: 'set_real_ip_from 127.0.0.1;' };
  const postgres = ['shared_preload_libraries=pg_stat_statements', `min_wal_size=${16 * 2 * LOG_FILES}MB`];
  const cluster = await startCluster({ servers: count, env, nginx, postgres });
  try {
    await wearInLogFiles(cluster.postgres);
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
  for (const count of args.servers) met.push(await loadOn(count, args));
  if (met.includes(false)) process.exitCode = 1;
});
