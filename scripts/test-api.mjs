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

/** Requirements of each Jest project: PostgreSQL and Redis; the bundled API, for tests that start it; a pooler for PostgreSQL. */
const PROJECTS = {
  api: { servers: true },
  'api-processes': { servers: true, bundle: true, workers: 3 },
  'api-pooler': { servers: true, pooler: true },
  'api-embedded': {},
};

/** Bundles the API once for all tests that start its programs. @returns {Promise<string>} folder of the bundle */
async function bundleApi() {
  const folder = mkdtempSync(join(ROOT, 'api/node_modules/.test-build-'));
  const { code, output } = await runStep(['pnpm', '--filter', '@solvent/api', 'build', '--output-path', folder]);
  if (code !== 0) throw new StartError(`The API cannot be bundled:\n${output}`);
  return folder;
}

/** Uses the server at a given address, or starts one. */
const useOrStart = async (url, start) => (url ? { url, stop: async () => {} } : start());

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/**
 * Runs the tests of the API: `--project` names the project of jest.config.mjs (default `api`); Jest receives further arguments. Uses
 * the servers in TEST_DATABASE_URL and TEST_REDIS_URL, or starts temporary ones.
 */
await runMain(async () => {
  const args = process.argv.slice(2);
  const index = args.indexOf('--project');
  const [, name = 'api'] = index === -1 ? [] : args.splice(index, 2);
  if (!Object.hasOwn(PROJECTS, name)) throw new StartError(`There is no project "${name}": ${Object.keys(PROJECTS).join(', ')}`);
  const { servers, bundle, pooler, workers = 2 } = PROJECTS[name];
  const started = [];
  const register = async (server) => {
    started.unshift(server);
    return server.url;
  };
  const folder = bundle ? await bundleApi() : '';
  try {
    const env = { TEST_BUILT_API: folder, TEST_DATABASE_URL: '', TEST_REDIS_URL: '', TEST_POOLER_URL: '' };
    if (servers) {
      env.TEST_DATABASE_URL = await register(
        await useOrStart(process.env.TEST_DATABASE_URL, async () => startPostgres(await findPostgres())),
      );
      env.TEST_REDIS_URL = await register(
        await useOrStart(process.env.TEST_REDIS_URL, async () => startRedis(await findRedis())),
      );
    }
    if (pooler) env.TEST_POOLER_URL = await register(await startPgBouncer(await findPgBouncer(), env.TEST_DATABASE_URL));
    const { code } = await runStep(['jest', '--selectProjects', name, `--maxWorkers=${workers}`, ...args], { env, live: true });
    if (code !== 0) process.exitCode = 1;
  } finally {
    for (const server of started) await server.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  }
});
