import { openTestDatabase } from '../testing/test-database.ts';
import type { Database } from '../platform/db/database.ts';
import { buildApi, freePort, startProgram, temporaryFolder } from '../testing/server-process.ts';
import type { BuiltApi, RunningProgram } from '../testing/server-process.ts';

let built: BuiltApi;
let database: Database;
const data = temporaryFolder();
const running: RunningProgram[] = [];
beforeAll(async () => {
  [built, database] = [await buildApi(), await openTestDatabase()];
}, 300_000);
afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended;
  }
  await database.close();
  data.remove();
  built.remove();
});

/** Starts a server without Redis on the same database. */
async function start(): Promise<RunningProgram> {
  const DATABASE_URL = database.db.$client.options.connectionString ?? '';
  const server = startProgram(built, 'main', { SEED: 'none', DATA_DIR: data.path, DATABASE_URL, PORT: String(await freePort()) });
  running.push(server);
  return server;
}

it('refuses a second server without Redis, lets one wait after kill -9, and starts one at once after a stop', async () => {
  const first = await start();
  await first.waitForOutput('Server listening');

  const second = await start();
  expect(await second.ended).toBe(1);
  expect(second.output()).toMatch(new RegExp(`\\nAnother server \\(process ${first.child.pid} on .+set REDIS_URL for both`));

  first.child.kill('SIGKILL');
  await first.ended;
  const third = await start();
  await third.waitForOutput('Server listening');
  expect(third.output().match(/Waiting for up to \d+ s\. Another server/g)).toHaveLength(1);

  third.child.kill('SIGTERM');
  expect(await third.ended).toBe(0);
  const fourth = await start();
  await fourth.waitForOutput('Server listening');
  expect(fourth.output()).not.toContain('Another server');
}, 120_000);
