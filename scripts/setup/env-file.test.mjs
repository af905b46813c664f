import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnvFile, loadOperatorEnvFile } from '../../shared/setup/env-file.mjs';
import { ROOT } from './root.mjs';
import { NO_SETTINGS } from '../test/no-settings.mjs';

let root = '';
beforeEach(async () => (root = await mkdtemp(join(tmpdir(), 'solvent-env-'))));
afterEach(() => rm(root, { recursive: true }));

const write = (text, name = '.env') => writeFile(join(root, name), text);

/** Loads .env. @returns the environment without ENV_FILE */
function load(env = {}) {
  const { ENV_FILE: _, ...settings } = loadWithFile(env);
  return settings;
}

function loadWithFile(env = {}) {
  loadEnvFile(env, root);
  return env;
}

describe('.env', () => {
  it('adds variables that the environment does not have, not even as empty ones', async () => {
    await write('PORT=3100\nCHANNEL=staging\nDATABASE_URL=postgres://db/live');
    const env = { PORT: '3200', DATABASE_URL: '', HOME: '/root' };
    expect(load(env)).toEqual({ PORT: '3200', CHANNEL: 'staging', DATABASE_URL: '', HOME: '/root' });
  });

  it('may be missing, is not read if ENV_FILE is none, and is the file that ENV_FILE names', async () => {
    expect(load()).toEqual({});
    await write('PORT=3100');
    expect(load({ ENV_FILE: 'none' })).toEqual({});
    await write('PORT=3101\nENV_FILE=.env', 'other.env');
    expect(loadWithFile({ ENV_FILE: 'other.env' })).toEqual({ ENV_FILE: 'other.env', PORT: '3101' });
  });

  it('is the only file that child processes of a program with its settings read', async () => {
    await write('PORT=3100');
    expect(loadWithFile()).toEqual({ PORT: '3100', ENV_FILE: 'none' });
  });

  it('may have comments, quotes, line breaks in quotes, and the line ends of Windows', async () => {
    await write(`\uFEFF# our settings\r\n\r\nexport A="one\ntwo"\nB = 'it is' # so\nC=it's\r\nD=\n`);
    expect(load()).toEqual({ A: 'one\ntwo', B: 'it is', C: "it's", D: '' });
  });

  it.each([
    ['A=1\npostgres://user:hunter2@db/live\n', 2],
    ['A="hunter2\nB=2\n', 1],
    ['A=1\n\nB: hunter2', 3],
    ['2FA=hunter2', 1],
  ])('with %j is refused at line %i, without its text in the error', async (text, line) => {
    await write(text);
    const message = `The settings in ${join(root, '.env')} are wrong at line ${line}: write NAME=value, with both quotes where there are any, or begin the line with #.`;
    expect(() => load()).toThrow(new Error(message));
    expect(message).not.toContain('hunter2');
  });

  it('that cannot be read is refused', async () => {
    await mkdir(join(root, '.env'));
    expect(() => load()).toThrow(
      `The settings in ${join(root, '.env')} cannot be read (EISDIR): see that it is a file that this user may read, or name another one in ENV_FILE.`,
    );
    expect(() => load({ ENV_FILE: 'gone.env' })).toThrow(`The settings in ${join(root, 'gone.env')} cannot be read (ENOENT)`);
  });
});

describe('the settings of the servers on this machine', () => {
  const loadOperator = (env = {}) => ({ file: loadOperatorEnvFile(env, root, join(root, 'servers')), env });

  it('are used by the operator’s commands, unless ENV_FILE names another file', async () => {
    await write('PORT=3100');
    expect(loadOperator()).toMatchObject({ file: join(root, '.env'), env: { PORT: '3100' } });
    await write('PORT=3200', 'servers');
    expect(loadOperator()).toMatchObject({ file: join(root, 'servers'), env: { PORT: '3200' } });
    expect(loadOperator({ ENV_FILE: '.env' })).toMatchObject({ file: join(root, '.env'), env: { PORT: '3100' } });
    expect(loadOperator({ ENV_FILE: 'none' })).toEqual({ file: undefined, env: { ENV_FILE: 'none' } });
  });

  it.each(['DATA_DIR=/x # the data', 'SMTP_URL=smtp://u:hunter2#2@mail', 'export PORT=3200', 'A=`hunter2`', 'A=hunter\\2'])(
    'are refused with %j, which systemd reads differently, as is another file in production',
    async (line) => {
      const text = `# The server\nMAIL_FROM="Solvent #1 <a@b.example>"\n${line}\n`;
      const getRefusal = (name) =>
        `systemd reads line 3 of ${join(root, name)} differently: write NAME=value without export, backticks and backslashes, comments on lines of their own, and a value with # in quotes.`;
      await write(text, 'servers');
      expect(() => loadOperator()).toThrow(new Error(getRefusal('servers')));
      await write(text);
      expect(() => loadOperator({ ENV_FILE: '.env', NODE_ENV: 'production' })).toThrow(new Error(getRefusal('.env')));
      expect(() => loadOperator({ ENV_FILE: '.env' })).not.toThrow();
    },
  );

  it('are refused if they cannot be read, without a fallback to other settings', async () => {
    await write('PORT=3100');
    await mkdir(join(root, 'servers'));
    expect(() => loadOperator()).toThrow(`The settings in ${join(root, 'servers')} cannot be read (EISDIR)`);
  });
});

it('the example is a file of settings', async () => {
  await write(readFileSync(join(ROOT, '.env.example'), 'utf8'));
  expect(load()).toMatchObject({ PORT: '3000', SEED: 'demo' });
});

it('programs of tests ignore the settings of the developer', async () => {
  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/live', RELEASES_URL: 's3://k:s@host/releases' };
  await write('FILES_URL=s3://k:s@host/files\nCHANNEL=live');
  const seen = loadWithFile({ ...production, PATH: '/bin', ...NO_SETTINGS });
  expect(Object.entries(seen).filter(([, value]) => value !== '')).toEqual([
    ['PATH', '/bin'],
    ['ENV_FILE', 'none'],
  ]);
});
