import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../src/index.ts';
import { NO_SETTINGS } from '../../scripts/test/no-settings.mjs';
import { freePort } from '../../scripts/setup/settings.mjs';
import { ROOT } from '../src/setup/workspace.ts';

const execute = promisify(execFile);

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program of the product in another folder, as a person does who has these settings in a file. */
async function run(folder: string, program: string[], settings: Record<string, string>): Promise<Ended> {
  const file = join(folder, 'settings');
  await writeFile(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.keys(NO_SETTINGS).map((name) => [name, undefined])),
    ENV_FILE: file,
  };
  const [script = '', ...args] = program;
  return execute(process.execPath, [join(ROOT, script), ...args], { cwd: tmpdir(), env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as Ended, // execFile's error has them
  );
}

test.describe('settings in a file', () => {
  let folder = '';
  test.beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'solvent-settings-'));
  });
  test.afterEach(() => rm(folder, { recursive: true }));

  test('npm start puts nothing live and makes no folder where something is not there', async () => {
    const [port, identityPort, nobody] = [await freePort(), await freePort(), await freePort()];
    const settings = {
      PORT: String(port),
      IDENTITY_PORT: String(identityPort),
      DATA_DIR: join(folder, 'data'),
      RELEASES_DIR: join(folder, 'releases'),
      DATABASE_URL: `postgres://nobody:hunter2@127.0.0.1:${nobody}/none`,
    };
    const wrong = await run(folder, ['scripts/start.mjs'], { ...settings, REDIS_URL: 'cache:6379' });
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Wrong settings: REDIS_URL must be [^\n]*\n$/) });
    const unreachable = await run(folder, ['scripts/start.mjs'], settings);
    expect(unreachable).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database in DATABASE_URL cannot be used \(connect ECONNREFUSED [^\n]*\n$/),
    });
    expect(await readdir(folder)).toEqual(['settings']);
  });

  test('delivery and the API mean the same folder, wherever they are started', async () => {
    const settings = { DATA_DIR: join(folder, 'data'), RELEASES_DIR: join(folder, 'releases'), CHANNEL: 'staging' };
    const none = await run(folder, ['delivery/dist/main.js', 'status'], settings);
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining(`${settings.RELEASES_DIR} is not there`) });
    expect(await run(folder, ['delivery/dist/main.js', 'deploy'], settings)).toMatchObject({ code: 0 });
    expect((await run(folder, ['delivery/dist/main.js', 'status'], settings)).stdout).toMatch(/^staging, revision 1, /);
    // It would say that nothing is live there.
    expect(await run(folder, ['api/dist/solvent.js', 'settings'], settings)).toMatchObject({
      code: 0,
      stdout: 'The settings are right, and all that they name was reached.\n',
    });
    expect((await readdir(folder)).toSorted()).toEqual(['releases', 'settings']);
  });
});
