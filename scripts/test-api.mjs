import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain } from './setup/start-error.mjs';
import { findPostgres } from './test/postgres-programs.mjs';
import { startPostgres } from './test/postgres-server.mjs';
import { findRedis } from './test/redis-programs.mjs';
import { startRedis } from './test/redis-server.mjs';

/** Runs a project of jest's on these servers; further arguments are jest's. @returns {Promise<boolean>} whether its tests passed */
async function test(project, { databaseUrl = '', redisUrl = '' }, args) {
  const env = { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl };
  const { code } = await runStep(['jest', ...args, '--selectProjects', project], { env, live: true });
  return code === 0;
}

/** The server that a variable names, else one that lives as long as this. */
const serverOf = async (given, start) => (given ? { url: given, stop: async () => {} } : start());

/** On the servers that TEST_DATABASE_URL and TEST_REDIS_URL name, else on ones that live as long as this. */
async function testOnServers(args) {
  const database = await serverOf(process.env.TEST_DATABASE_URL, async () => startPostgres(await findPostgres()));
  try {
    const redis = await serverOf(process.env.TEST_REDIS_URL, async () => startRedis(await findRedis()));
    try {
      return await test('api', { databaseUrl: database.url, redisUrl: redis.url }, args);
    } finally {
      await redis.stop();
    }
  } finally {
    await database.stop();
  }
}

// An interrupted run ends its tests, and with them itself: what it has started is stopped on the way.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/** The API's tests on a real PostgreSQL with a real Redis beside it, then those that differ on the embedded database there. Arguments are paths, as jest takes them. */
await runMain(async () => {
  const paths = process.argv.slice(2);
  process.stdout.write('\nThe API on PostgreSQL, alone and as replicas\n');
  const real = await testOnServers(paths);
  process.stdout.write('\nThe API on the embedded database\n');
  const embedded = real && (await test('api-embedded', {}, [...paths, '--passWithNoTests']));
  if (!real || !embedded) process.exitCode = 1;
});
