import { readFileSync, rmSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { join } from 'node:path';
import { checkOut, missingHistory, readTemplate } from './migrations/previous-release.mjs';
import { ROOT } from './setup/root.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { findPostgres } from './test/postgres-programs.mjs';
import { startPostgres } from './test/postgres-server.mjs';

const { Client, Pool } = createRequire(join(ROOT, 'api/package.json'))('pg');

/**
 * Tests that read and write the tables of every feature. Races, kills and long tests run on the release's own migrations;
 * this checks that its statements still find their tables and columns.
 */
const SUITE = [
  'accounts/(?:auth/(?:sign-up|sign-in|sessions|social-auth)|blocks|deletion/(?:delete-account|nothing-left)|export|profiles/(?:find-people|update-profile))',
  'files/(?:attachments|upload)\\.test',
  'marketplace/agreements/(?:course|changes|disputes|delivery-files)',
  'marketplace/bids/(?:place-bid|decide-bid|own-bid|read-bids)',
  'marketplace/(?:comments|home|invitations|reviews)/',
  'marketplace/problems/(?:create|detail|edit|list|search|saved|similar|status)',
  'messaging/(?:changing|conversations|messages|read|replies|search|send|told)\\.test',
  'notifications/(?:notifications|notify)',
  'toolbox/(?:catalogue|purchase|reviews|publishing/(?:own|publish|versions))',
].map((part) => `api/src/features/${part}`);

const inDatabase = async (connectionString, sql) => {
  const client = new Client({ connectionString });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
};

/** Makes a database with the migrations of these sources. */
async function migrated(server, name) {
  await inDatabase(server, `CREATE DATABASE ${name}`);
  register('../shared/testing/node/typescript.mjs', import.meta.url);
  const { migrate } = await import('../api/src/platform/db/migrate.ts');
  const pool = new Pool({ connectionString: Object.assign(new URL(server), { pathname: `/${name}` }).href });
  // A connection may still be closing when the server is stopped.
  pool.on('error', () => undefined);
  await migrate(pool).finally(() => pool.end());
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/** The API's tests of the release before, on the database that the migrations of these sources make: while a release is rolled out, both run on it. */
await runMain(async () => {
  const { commit, migration } = JSON.parse(readFileSync(join(ROOT, 'api/migrations/previous-release.json'), 'utf8'));
  const missing = await missingHistory(commit);
  if (missing !== undefined) {
    process.stdout.write(`The release before was not tried on the new migrations: ${missing}.\n`);
    return;
  }
  const paths = process.argv.slice(2);
  const folder = await checkOut(commit);
  try {
    const server = await startPostgres(await findPostgres());
    try {
      const template = readTemplate(folder);
      await migrated(server.url, template);
      process.stdout.write(`\nThe API of the release before (${commit.slice(0, 8)}, ${migration}) on the new migrations\n`);
      const jest = [
        'node_modules/.bin/jest',
        '--selectProjects',
        'api',
        '--maxWorkers',
        '3',
        ...(paths.length > 0 ? paths : SUITE),
      ];
      const run = (...options) =>
        runStep([...jest, ...options], { cwd: folder, env: { TEST_DATABASE_URL: server.url }, live: true });
      // A flaky test is fixed in the current sources, not in those of the release; a failure by the migrations repeats.
      const failed = (await run()).code !== 0 && (await run('--onlyFailures')).code !== 0;
      const made = await inDatabase(
        server.url,
        "SELECT datname FROM pg_database WHERE datname LIKE 'solvent_test_%' AND datname NOT LIKE '%_once'",
      );
      if (made.some(({ datname }) => datname !== template))
        throw new StartError(
          'The release before made a database of its own migrations: correct readTemplate (scripts/migrations/previous-release.mjs).',
        );
      if (failed)
        throw new StartError(
          'The release before does not run on the new migrations: they may only expand (api/README.md, Database).',
        );
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
