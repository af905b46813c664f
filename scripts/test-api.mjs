import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup/root.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { findPostgres } from './test/postgres-programs.mjs';
import { startPostgres } from './test/postgres-server.mjs';
import { findRedis } from './test/redis-programs.mjs';
import { startRedis } from './test/redis-server.mjs';

/** On two cores: some tests wait most of their time, for what is silent or starts. */
const WORKERS = '3';

/** Bundles the API once for all tests that start its programs, where they find what is not bundled. @returns {Promise<string>} its folder */
async function build() {
  const folder = mkdtempSync(join(ROOT, 'api/node_modules/.test-build-'));
  const { code, output } = await runStep(['pnpm', '--filter', '@solvent/api', 'build', '--output-path', folder]);
  if (code !== 0) throw new StartError(`The API cannot be bundled:\n${output}`);
  return folder;
}

/** Runs a project of jest's on these servers; further arguments are jest's. @returns {Promise<boolean>} whether its tests passed */
async function test(project, built, { databaseUrl = '', redisUrl = '' }, args) {
  const env = { TEST_BUILT_API: built, TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl };
  const { code } = await runStep(['jest', ...args, '--maxWorkers', WORKERS, '--selectProjects', project], { env, live: true });
  return code === 0;
}

/** The server that a variable names, else one that lives as long as this. */
const serverOf = async (given, start) => (given ? { url: given, stop: async () => {} } : start());

/** On the servers that TEST_DATABASE_URL and TEST_REDIS_URL name, else on ones that live as long as this. */
async function testOnServers(built, args) {
  const database = await serverOf(process.env.TEST_DATABASE_URL, async () => startPostgres(await findPostgres()));
  try {
    const redis = await serverOf(process.env.TEST_REDIS_URL, async () => startRedis(await findRedis()));
    try {
      return await test('api', built, { databaseUrl: database.url, redisUrl: redis.url }, args);
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
  const built = await build();
  try {
    process.stdout.write('\nThe API on PostgreSQL, alone and as replicas\n');
    const real = await testOnServers(built, paths);
    process.stdout.write('\nThe API on the embedded database\n');
    const embedded = real && (await test('api-embedded', built, {}, [...paths, '--passWithNoTests']));
    if (!real || !embedded) process.exitCode = 1;
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
});
