import { parseArgs } from 'node:util';
import { build } from './setup/build.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { buildChaos } from './test/chaos-programs.mjs';
import { NO_SETTINGS } from './test/no-settings.mjs';
import { findPostgres } from './test/postgres-programs.mjs';
import { startPostgres } from './test/postgres-server.mjs';
import { findRedis } from './test/redis-programs.mjs';
import { startRedis } from './test/redis-server.mjs';

/** Runs a program of e2e/chaos. @returns {Promise<boolean>} whether all its checks passed */
async function runProgram(program, args, env) {
  return (await runStep(['node', `e2e/chaos/dist/${program}.js`, ...args], { live: true, env })).code === 0;
}

/** Runs a program with a temporary PostgreSQL, and with Redis if there are several replicas. */
async function runOnServers(program, args, withRedis) {
  const started = [];
  const register = (server) => started.push(server) && server.url;
  try {
    const databaseUrl = register(await startPostgres(await findPostgres()));
    const redisUrl = withRedis ? register(await startRedis(await findRedis())) : '';
    return await runProgram(program, args, { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl });
  } finally {
    for (const server of started) await server.stop();
  }
}

async function runChat(args) {
  const options = { postgres: { type: 'boolean' }, replicas: { type: 'string' } };
  const { postgres, replicas } = parseArgs({ args, strict: false, options }).values;
  const hasReplicas = Number(replicas ?? 1) > 1;
  await build(['@solvent/api']);
  await buildChaos();
  const programArgs = args.filter((arg) => arg !== '--postgres');
  return hasReplicas || postgres
    ? runOnServers('main', programArgs, hasReplicas)
    : runProgram('main', programArgs, { DATABASE_URL: '', REDIS_URL: '' });
}

async function runBids(args) {
  await build(['@solvent/api']);
  await buildChaos();
  return runOnServers('bids', args, true);
}

async function runCluster(args) {
  await build();
  await buildChaos();
  return runProgram('cluster', args, NO_SETTINGS);
}

const PROGRAMS = { chat: runChat, bids: runBids, cluster: runCluster };

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/**
 * `pnpm chaos chat` sends messages while servers are killed and connections dropped; `bids` does the same with bids (docs/chat.md);
 * `cluster` uses a cluster while its servers and services fail (decision 0068). The program receives further arguments.
 */
await runMain(async () => {
  const [name, ...args] = process.argv.slice(2).filter((arg) => arg !== '--');
  const program = Object.hasOwn(PROGRAMS, name ?? '') ? PROGRAMS[name] : undefined;
  if (!program) throw new StartError(`Name one of ${Object.keys(PROGRAMS).join(', ')}: pnpm chaos chat`);
  if (!(await program(args))) process.exitCode = 1;
});
