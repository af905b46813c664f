import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain } from './setup/start-error.mjs';
import { findPostgres } from './test/postgres-programs.mjs';
import { startPostgres } from './test/postgres-server.mjs';

/** They start programs of their own, on databases of their own: once is enough. */
const WITHOUT_DATABASE = ['api/src/main\\.test', 'api/src/identity-emulator/', 'api/src/features/bids/killed\\.test'];

/** Runs the API's tests; further arguments are jest's. @returns {Promise<boolean>} whether they passed */
async function test(name, databaseUrl, args) {
  process.stdout.write(`\nThe API on ${name}\n`);
  const env = { NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning', TEST_DATABASE_URL: databaseUrl };
  const { code } = await runStep(['jest', ...args, '--selectProjects', 'api'], { env, live: true });
  return code === 0;
}

/** On the server that TEST_DATABASE_URL names, else on one that lives as long as this. */
async function testOnPostgres(args) {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startPostgres(await findPostgres());
  try {
    return await test('PostgreSQL', server.url, [
      ...args,
      ...WITHOUT_DATABASE.map((path) => `--testPathIgnorePatterns=${path}`),
      '--passWithNoTests',
    ]);
  } finally {
    await server.stop();
  }
}

// An interrupted run ends its tests, and with them itself: what it has started is stopped on the way.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/** The API's tests on both databases: the embedded one, and a real PostgreSQL. Arguments are paths, as jest takes them. */
await runMain(async () => {
  const paths = process.argv.slice(2);
  const embedded = await test('the embedded database', '', paths);
  const real = embedded && (await testOnPostgres(paths));
  if (!embedded || !real) process.exitCode = 1;
});
