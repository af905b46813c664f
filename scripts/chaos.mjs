import { parseArgs } from 'node:util';
import { build } from './setup/build.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain } from './setup/start-error.mjs';
import { buildChaos } from './test/chaos-programs.mjs';
import { findPostgres } from './test/postgres-programs.mjs';
import { startPostgres } from './test/postgres-server.mjs';
import { findRedis } from './test/redis-programs.mjs';
import { startRedis } from './test/redis-server.mjs';

/** Runs it on these services; further arguments are its own. @returns {Promise<boolean>} whether every promise was kept */
async function run(program, args, { databaseUrl = '', redisUrl = '' }) {
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl };
  return (await runStep(['node', `e2e/chaos/dist/${program}.js`, ...args], { live: true, env })).code === 0;
}

/** Runs it with servers of its own: PostgreSQL, and Redis where several replicas share sockets. */
async function runOnServers(program, args, withRedis) {
  const started = [];
  const keep = (server) => started.push(server) && server.url;
  try {
    const databaseUrl = keep(await startPostgres(await findPostgres()));
    const redisUrl = withRedis ? keep(await startRedis(await findRedis())) : '';
    return await run(program, args, { databaseUrl, redisUrl });
  } finally {
    for (const server of started) await server.stop();
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/** `pnpm chaos:chat`: messages while servers are killed and connections broken; `pnpm chaos:bids`: bids (docs/chat.md). */
await runMain(async () => {
  const isOfBids = process.argv.includes('--bids');
  const args = process.argv.slice(2).filter((arg) => !['--', '--postgres', '--bids'].includes(arg));
  const options = { postgres: { type: 'boolean' }, replicas: { type: 'string' } };
  const { postgres, replicas } = parseArgs({ strict: false, options }).values;
  const hasReplicas = Number(replicas ?? 1) > 1;
  await build(['@solvent/api']);
  await buildChaos();
  const kept =
    isOfBids || hasReplicas || postgres
      ? await runOnServers(isOfBids ? 'bids' : 'main', args, isOfBids || hasReplicas)
      : await run('main', args, {});
  if (!kept) process.exitCode = 1;
});
