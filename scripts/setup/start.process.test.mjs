import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { NO_SETTINGS } from '../test/no-settings.mjs';
import { build } from './build.mjs';
import { ROOT } from './root.mjs';
import { freePort } from './settings.mjs';

const execute = promisify(execFile);
/** Time limit for a build of everything and the programs on a busy machine (ms). */
jest.setTimeout(600_000);

let folder = '';
beforeAll(() => build());
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'solvent-start-'))));
afterEach(() => rm(folder, { recursive: true }));

/** Runs a program in another working directory, with only these settings, in a file. */
async function run([script, ...args], settings) {
  const file = join(folder, 'settings');
  await writeFile(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const unset = Object.fromEntries(Object.keys(NO_SETTINGS).map((name) => [name, undefined]));
  const env = { ...process.env, ...unset, ENV_FILE: file };
  return execute(process.execPath, [join(ROOT, script), ...args], { cwd: tmpdir(), env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

it('npm start with a wrong REDIS_URL or an unreachable DATABASE_URL publishes nothing and creates no folder', async () => {
  const settings = {
    PORT: await freePort(),
    IDENTITY_PORT: await freePort(),
    DATA_DIR: join(folder, 'data'),
    RELEASES_DIR: join(folder, 'releases'),
    DATABASE_URL: `postgres://user:secret@127.0.0.1:${await freePort()}/none`,
  };
  expect(await run(['scripts/start.mjs'], { ...settings, REDIS_URL: 'cache:6379' })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Wrong settings: REDIS_URL must be [^\n]*\n$/),
  });
  expect(await run(['scripts/start.mjs'], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Database: [^\n]*\nThe database in DATABASE_URL cannot be used \(connect ECONNREFUSED [^\n]*\n$/,
    ),
  });
  expect(await readdir(folder)).toEqual(['settings']);
});

it('delivery and the API use the same RELEASES_DIR and CHANNEL from any working directory', async () => {
  const settings = { DATA_DIR: join(folder, 'data'), RELEASES_DIR: join(folder, 'releases'), CHANNEL: 'staging' };
  expect(await run(['delivery/dist/main.js', 'status'], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`The release store ${settings.RELEASES_DIR} does not exist`),
  });
  expect(await run(['delivery/dist/main.js', 'deploy'], settings)).toMatchObject({ code: 0 });
  expect((await run(['delivery/dist/main.js', 'status'], settings)).stdout).toMatch(/^staging, revision 1, /);
  // With another folder or channel, the command would warn that nothing is live.
  expect(await run(['api/dist/solvent.js', 'settings'], settings)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^(?:(?:ok {2}|warn) (?!settings)[^\n]*\n)+A server can start on these settings\.\n$/),
  });
  expect((await readdir(folder)).toSorted()).toEqual(['releases', 'settings']);
});

it('npm start prints its phases, and serves the working tree in a channel of its own', async () => {
  const file = join(folder, 'settings');
  const port = await freePort();
  const data = join(folder, 'data');
  await writeFile(file, `PORT=${port}\nIDENTITY_PORT=${await freePort()}\nDATA_DIR=${data}\nSEED=none\n`);
  const unset = Object.fromEntries(Object.keys(NO_SETTINGS).map((name) => [name, undefined]));
  const product = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    env: { ...process.env, ...unset, ENV_FILE: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const ended = once(product, 'close');
  const running = new Promise((done, fail) => {
    product.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('Ctrl+C stops it.')) done();
    });
    void ended.then(() => fail(new Error(`It ended:\n${output}`)));
  });
  await running;
  const titles = [...output.matchAll(/^✓ (.+) \d+\.\d s$/gm)].map(([, title]) => title);
  expect(titles.toSorted()).toEqual([
    'Building',
    'Checking the settings',
    'Getting ready',
    'Preparing the database',
    'Publishing',
    'Starting the server',
  ]);
  expect(await readdir(join(data, 'releases/channels'))).toEqual(['local']);
  expect((await fetch(`http://127.0.0.1:${port}/privacy`)).status).toBe(200);
  product.kill('SIGTERM');
  await ended;
});
