import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup/root.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { findPgBouncer, startPgBouncer } from './test/pgbouncer.mjs';
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
async function test(project, built, { databaseUrl = '', redisUrl = '', poolerUrl = '' }, args) {
  const env = {
    TEST_BUILT_API: built,
    TEST_DATABASE_URL: databaseUrl,
    TEST_REDIS_URL: redisUrl,
    TEST_POOLER_URL: poolerUrl,
  };
  const { code } = await runStep(['jest', ...args, '--maxWorkers', WORKERS, '--selectProjects', project], { env, live: true });
  return code === 0;
}

/** The server that a variable names, else one that lives as long as this. */
const serverOf = async (given, start) => (given ? { url: given, stop: async () => {} } : start());

/** What would break behind a pooler by transactions, where nothing is kept on a connection: of each feature the writes that race, and lists. */
const BEHIND_POOLER = [
  'features/accounts/auth/(sign-in|sessions|devices)',
  'features/marketplace/(bids/(place-bid|decide-bid)|problems/(list|search|detail))',
  'features/messaging/(send|read|told)\\.test',
  'features/notifications/notifications',
  'features/toolbox/(catalogue|purchase)',
  'platform/outbox',
];

/** Through a PgBouncer, which starts before a database of PostgreSQL and ends after it. */
async function testBehindPooler(built, servers, paths) {
  const pooler = await startPgBouncer(await findPgBouncer(), servers.databaseUrl);
  try {
    process.stdout.write('\nThe API through PgBouncer\n');
    return await test('api', built, { ...servers, poolerUrl: pooler.url }, paths);
  } finally {
    await pooler.stop();
  }
}

/** On the servers that TEST_DATABASE_URL and TEST_REDIS_URL name, else on ones that live as long as this. */
async function testOnServers(built, args, pooled) {
  const database = await serverOf(process.env.TEST_DATABASE_URL, async () => startPostgres(await findPostgres()));
  try {
    const redis = await serverOf(process.env.TEST_REDIS_URL, async () => startRedis(await findRedis()));
    try {
      const servers = { databaseUrl: database.url, redisUrl: redis.url };
      if (pooled) return await testBehindPooler(built, servers, args);
      const passed = await test('api', built, servers, args);
      return passed && (args.length > 0 || (await testBehindPooler(built, servers, BEHIND_POOLER)));
    } finally {
      await redis.stop();
    }
  } finally {
    await database.stop();
  }
}

// An interrupted run ends its tests, and with them itself: what it has started is stopped on the way.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/**
 * The API's tests on a real PostgreSQL with a real Redis beside it, then those that differ on the embedded database there. Arguments are paths, as jest takes
 * them; all of it, without, has what would break behind a pooler run once more behind one, and `--pooler` runs the paths there alone.
 */
await runMain(async () => {
  const pooled = process.argv.includes('--pooler');
  const paths = process.argv.slice(2).filter((argument) => argument !== '--pooler');
  const built = await build();
  try {
    process.stdout.write('\nThe API on PostgreSQL, alone and as replicas\n');
    const real = await testOnServers(built, paths.length === 0 && pooled ? BEHIND_POOLER : paths, pooled);
    if (pooled) {
      if (!real) process.exitCode = 1;
      return;
    }
    process.stdout.write('\nThe API on the embedded database\n');
    const embedded = real && (await test('api-embedded', built, {}, [...paths, '--passWithNoTests']));
    if (!real || !embedded) process.exitCode = 1;
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
});
