import { readFileSync, rmSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { join } from 'node:path';
import { checkOut, explainMissingCommit, readTemplateName } from './migrations/previous-release.mjs';
import { ROOT } from './setup/root.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { findPostgres } from './test/postgres-programs.mjs';
import { startPostgres } from './test/postgres-server.mjs';

const { Client, Pool } = createRequire(join(ROOT, 'api/package.json'))('pg');

/**
 * Tests that read and write the tables of every feature. They show that the statements of the release still find their tables and
 * columns. Tests of races and kills are not necessary for that.
 */
const TEST_PATTERNS = [
  'accounts/(?:auth/(?:sign-up|sign-in|sessions|social-auth)|blocks|deletion/(?:delete-account|nothing-left)|export|profiles/(?:find-people|update-profile))',
  'files/(?:attachments|upload)\\.test',
  'marketplace/agreements/(?:course|changes|disputes|delivery-files)',
  'marketplace/bids/(?:place-bid|decide-bid|own-bid|read-bids)',
  'marketplace/(?:comments|home|invitations|reviews)/',
  'marketplace/problems/(?:create|detail|edit|list|search|saved|similar|status)',
  'messaging/(?:changing|conversations|messages|read|replies|search|send|told)\\.test',
  'notifications/(?:notifications|notify)',
  'toolbox/(?:catalogue|purchase|reviews|publishing/(?:own|publish|versions))',
].map((pattern) => `api/src/features/${pattern}`);

const runQuery = async (connectionString, sql) => {
  const client = new Client({ connectionString });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
};

/** Creates a database and runs the current migrations. */
async function createMigratedDatabase(server, name) {
  await runQuery(server, `CREATE DATABASE ${name}`);
  register('../shared/testing/node/typescript.mjs', import.meta.url);
  const { migrate } = await import('../api/src/platform/db/migrate.ts');
  const pool = new Pool({ connectionString: Object.assign(new URL(server), { pathname: `/${name}` }).href });
  // A connection may still be open when the server stops.
  pool.on('error', () => undefined);
  await migrate(pool).finally(() => pool.end());
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/** Runs the API tests of the previous release on the current migrations, because both releases use the database during a rollout. */
await runMain(async () => {
  const { commit, migration } = JSON.parse(readFileSync(join(ROOT, 'api/migrations/previous-release.json'), 'utf8'));
  const missing = await explainMissingCommit(commit);
  if (missing !== undefined) {
    process.stdout.write(`The previous release was not tested on the new migrations: ${missing}.\n`);
    return;
  }
  const paths = process.argv.slice(2);
  const folder = await checkOut(commit);
  try {
    const server = await startPostgres(await findPostgres());
    try {
      const template = readTemplateName(folder);
      await createMigratedDatabase(server.url, template);
      process.stdout.write(`\nThe API of the previous release (${commit.slice(0, 8)}, ${migration}) on the new migrations\n`);
      const jest = [
        'node_modules/.bin/jest',
        '--selectProjects',
        'api',
        '--maxWorkers',
        '3',
        ...(paths.length > 0 ? paths : TEST_PATTERNS),
      ];
      const run = (...options) =>
        runStep([...jest, ...options], { cwd: folder, env: { TEST_DATABASE_URL: server.url }, live: true });
      // Reruns failed tests once: flaky tests of the previous release cannot be fixed here, and a failure caused by the migrations
      // fails again.
      const failed = (await run()).code !== 0 && (await run('--onlyFailures')).code !== 0;
      const testDatabases = await runQuery(
        server.url,
        "SELECT datname FROM pg_database WHERE datname LIKE 'solvent_test_%' AND datname NOT LIKE '%_once'",
      );
      if (testDatabases.some(({ datname }) => datname !== template))
        throw new StartError(
          'The previous release created a database from its own migrations: correct readTemplateName (scripts/migrations/previous-release.mjs).',
        );
      if (failed)
        throw new StartError(
          'The previous release does not run on the new migrations: they may only expand (api/README.md, Database).',
        );
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
