import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain } from './setup/start-error.mjs';
import { findPostgres } from './test/postgres-programs.mjs';
import { startPostgres } from './test/postgres-server.mjs';
import { findRedis } from './test/redis-programs.mjs';
import { startRedis } from './test/redis-server.mjs';

/** They start programs of their own, on databases of their own: once is enough. */
const WITHOUT_DATABASE = [
  'api/src/main\\.test',
  'dev/identity/',
  'api/src/preflight/',
  'api/src/features/marketplace/bids/killed\\.test',
];
/** Several servers on one database, and servers whose network breaks: the embedded one takes one, and has no network. */
const WITH_SERVERS = ['api/src/replicas/', 'api/src/outages/'];

/** Runs the API's tests; further arguments are jest's. @returns {Promise<boolean>} whether they passed */
async function test(name, { databaseUrl = '', redisUrl = '' }, args) {
  process.stdout.write(`\nThe API on ${name}\n`);
  const env = {
    NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
    TEST_DATABASE_URL: databaseUrl,
    TEST_REDIS_URL: redisUrl,
  };
  const { code } = await runStep(['jest', ...args, '--selectProjects', 'api'], { env, live: true });
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
      return await test('PostgreSQL, alone and as replicas', { databaseUrl: database.url, redisUrl: redis.url }, [
        ...args,
        ...WITHOUT_DATABASE.map((path) => `--testPathIgnorePatterns=${path}`),
        '--passWithNoTests',
      ]);
    } finally {
      await redis.stop();
    }
  } finally {
    await database.stop();
  }
}

/** On the embedded database, which is for one server. */
function testEmbedded(args) {
  const needServers = (path) => WITH_SERVERS.some((folder) => path.includes(folder.split('/')[2]));
  const noneIsRight = args.length > 0 && args.every(needServers) ? ['--passWithNoTests'] : [];
  const ignored = WITH_SERVERS.map((path) => `--testPathIgnorePatterns=${path}`);
  return test('the embedded database', {}, [...args, ...ignored, ...noneIsRight]);
}

// An interrupted run ends its tests, and with them itself: what it has started is stopped on the way.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/** The API's tests on both databases: the embedded one, and a real PostgreSQL with a real Redis beside it. Arguments are paths, as jest takes them. */
await runMain(async () => {
  const paths = process.argv.slice(2);
  const embedded = await testEmbedded(paths);
  const real = embedded && (await testOnServers(paths));
  if (!embedded || !real) process.exitCode = 1;
});
