import { createServer } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedDemo } from '../../../dev/demo/src/seed-demo.ts';
import { createPasswordHasher } from '../features/accounts/auth/passwords.ts';
import { readConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { openFolder } from '@solvent/object-store';
import { startExternalServices, openSilentServer, writeKeyFile } from '../testing/external-services.ts';
import { openTestSmtp } from '../testing/smtp.ts';
import type { ExternalServices } from '../testing/external-services.ts';
import { recordNewerMigration } from '../testing/planned-migrations.ts';
import { buildApi, freePort, runSolvent, startProgram, withoutTarget } from '../testing/server-process.ts';
import type { BuiltApi, RunningProgram } from '../testing/server-process.ts';

let built: BuiltApi;
let outside: ExternalServices;
/** Nothing listens on it. */
let closedPort = 0;
let running: RunningProgram | undefined;

beforeAll(async () => {
  built = await buildApi();
  outside = await startExternalServices();
  closedPort = await freePort();
}, 300_000);
afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.ended;
});
afterAll(async () => {
  await outside.close();
  built.remove();
});

type Settings = Record<string, string>;

const fail = (error: Error) => {
  throw error;
};

/** Lines of a refused start in production, which has changed nothing. */
async function refusal(changes: Settings, [program = 'main', ...args]: string[] = []): Promise<string[]> {
  const before = await outside.readState();
  running = startProgram(built, program, { ...outside.settings, START_WAIT_SECONDS: '0', ...changes }, args);
  const code = await running.ended;
  const lines = withoutTarget(running.output()).trimEnd().split('\n');
  expect({ code, lines, state: await outside.readState() }).toEqual({ code: 1, lines, state: before });
  return lines;
}

const bucketOn = (port: number) => `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/solvent-files`;
const changed = (name: string, from: string | RegExp, to: string): Settings => ({
  [name]: (outside.settings[name] ?? '').replace(from, to),
});
const keyFile = (name: string, text: string): Settings => {
  const path = join(outside.folder, name);
  writeFileSync(path, text);
  return { GOOGLE_APPLICATION_CREDENTIALS: path };
};
const otherProject = (): Settings => {
  const path = join(outside.folder, 'other.json');
  writeKeyFile(path, 'other-project');
  return { GOOGLE_APPLICATION_CREDENTIALS: path };
};

/** Problem, settings, and the one sentence. */
const WRONG: [what: string, settings: () => Settings, message: RegExp][] = [
  ['no database', () => ({ DATABASE_URL: '' }), /^NODE_ENV is production, so DATABASE_URL must name a PostgreSQL database/],
  ['another kind of database', () => ({ DATABASE_URL: 'mysql://db/x' }), /DATABASE_URL must be a PostgreSQL address/],
  [
    'no PostgreSQL there',
    () => ({ DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${closedPort}/x` }),
    /DATABASE_URL .*ECONNREFUSED/,
  ],
  ['no such host', () => ({ DATABASE_URL: 'postgres://me:hunter2@db.invalid/x' }), /DATABASE_URL .*db\.invalid/],
  [
    'no such database',
    () => changed('DATABASE_URL', /\/\w+$/, '/gone'),
    /DATABASE_URL .*database "gone" does not exist\): create the database/,
  ],
  [
    'no such user',
    () => changed('DATABASE_URL', 'postgres@', 'nobody:hunter2@'),
    /DATABASE_URL .*role "nobody" does not exist\): check the user/,
  ],
  ['no Redis address', () => ({ REDIS_URL: 'cache:6379' }), /REDIS_URL must be a Redis address/],
  ['no Redis there', () => ({ REDIS_URL: `redis://:hunter2@127.0.0.1:${closedPort}` }), /REDIS_URL .*ECONNREFUSED/],
  ['a wrong password for Redis', () => changed('REDIS_URL', '//', '//me:hunter2@'), /REDIS_URL .*(WRONGPASS|ERR)/],
  ['no such Redis database', () => changed('REDIS_URL', /$/, '/999'), /REDIS_URL .*DB index/],
  ['no bucket address', () => ({ FILES_URL: 'https://s3.example/files' }), /FILES_URL must be the address of a bucket/],
  ['no store for files there', () => ({ FILES_URL: bucketOn(closedPort) }), /^FILES_URL names .*ECONNREFUSED/],
  ['no such bucket of files', () => changed('FILES_URL', 'solvent-files', 'gone'), /^FILES_URL .*the bucket gone does not exist/],
  ['a rejected key', () => changed('FILES_URL', '//S3RVER', '//hunter2'), /^FILES_URL .*rejects the key/],
  ['no store for releases there', () => ({ RELEASES_URL: bucketOn(closedPort) }), /^RELEASES_URL names .*ECONNREFUSED/],
  [
    'no such bucket of releases',
    () => changed('RELEASES_URL', 'solvent-files', 'gone'),
    /^RELEASES_URL .*the bucket gone does not exist/,
  ],
  ['a bucket and a folder', () => ({ RELEASES_DIR: outside.folder }), /^Releases are in one place: set RELEASES_URL/],
  [
    'no folder of releases',
    () => ({ RELEASES_URL: '', RELEASES_DIR: join(outside.folder, 'gone') }),
    /^The release store .*gone does not exist: correct RELEASES_DIR/,
  ],
  [
    'a folder of releases that depends on where the program is',
    () => ({ RELEASES_URL: '', RELEASES_DIR: 'no-releases' }),
    /so RELEASES_DIR must be a whole path/,
  ],
  [
    'a file for releases',
    () => ({ RELEASES_URL: '', RELEASES_DIR: join(outside.folder, 'firebase.json') }),
    /^The release store .*firebase\.json is not a folder: correct RELEASES_DIR/,
  ],
  [
    'a data folder inside a file',
    () => ({ FILES_URL: '', DATA_DIR: join(outside.folder, 'firebase.json/data') }),
    /^The data folder .* cannot be written: .*DATA_DIR/,
  ],
  ['a project of the emulator', () => ({ FIREBASE_PROJECT_ID: 'demo-solvent' }), /so FIREBASE_PROJECT_ID must name a real/],
  ['no project', () => ({ FIREBASE_PROJECT_ID: '' }), /so FIREBASE_PROJECT_ID must name a real/],
  ['every address as a proxy', () => ({ TRUST_PROXY: '0.0.0.0/0' }), /TRUST_PROXY must be the addresses of your proxies/],
  ['no data folder', () => ({ FILES_URL: '', DATA_DIR: '' }), /so DATA_DIR must name the folder of files and releases/],
  ['no web API key', () => ({ FIREBASE_API_KEY: '' }), /so FIREBASE_API_KEY must be set\.$/],
  ['no domain', () => ({ FIREBASE_AUTH_DOMAIN: '' }), /so FIREBASE_AUTH_DOMAIN must be set\.$/],
  ['the emulator', () => ({ FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' }), /so FIREBASE_AUTH_EMULATOR_HOST must not be set/],
  ['demo data', () => ({ SEED: 'demo' }), /so SEED must be none/],
  ['the channel of dev servers', () => ({ CHANNEL: 'development' }), /so CHANNEL must not be development/],
  [
    'no key file',
    () => ({ GOOGLE_APPLICATION_CREDENTIALS: '/run/gone.json' }),
    /^GOOGLE_APPLICATION_CREDENTIALS names \/run\/gone\.json, which cannot be read \(ENOENT\)/,
  ],
  ['a key file that is no JSON', () => keyFile('text.json', 'hunter2'), /^GOOGLE_APPLICATION_CREDENTIALS .* is no key file/],
  [
    'a key file without its key',
    () =>
      keyFile(
        'half.json',
        '{"type":"service_account","project_id":"solvent-live","client_email":"a@b.example","private_key":"hunter2"}',
      ),
    /^GOOGLE_APPLICATION_CREDENTIALS .* is no key file/,
  ],
  [
    'a key of another project',
    otherProject,
    /^GOOGLE_APPLICATION_CREDENTIALS .* is a key of the project other-project, but FIREBASE_PROJECT_ID is solvent-live/,
  ],
];

describe('a start in production fails with one sentence, and changes nothing:', () => {
  it.each(WRONG)('%s', async (_what, settings, expected) => {
    const message = await refusal(settings());
    expect(message).toHaveLength(1);
    expect(message[0]).toMatch(expected);
    expect(message[0]).not.toMatch(/hunter2|S3RVER/);
  });

  it('a port that is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(closedPort, '127.0.0.1', resolve);
    });
    expect(await refusal({ PORT: String(closedPort) })).toEqual([
      `Port ${closedPort} is in use: stop the program that has it, or set PORT to another one.`,
    ]);
    other.close();
  });

  it('accounts with the password of the demo', async () => {
    const demo = { DATABASE_URL: await outside.addDatabase('demo') };
    const config = readConfig(demo);
    const database = await openDatabase(config, { onIdleError: fail, onFatal: fail });
    const files = openFolder(join(outside.folder, 'demo-data'));
    await seedDemo({ db: database.db, files, passwords: createPasswordHasher(config.passwordCost) });
    await database.close();
    expect(await refusal(demo)).toEqual([
      'NODE_ENV is production, and the database in DATABASE_URL has demo accounts with their published password (seeker@solvent.dev, solver@solvent.dev): name another database, or delete these accounts or change their passwords first.',
    ]);
  });

  it('a schema of a release after the next one', async () => {
    const newer = { DATABASE_URL: await outside.addDatabase('newer') };
    const database = await openDatabase(readConfig(newer), { onIdleError: fail, onFatal: fail });
    await recordNewerMigration(database.db.$client, { release: '99.2.0', previousRelease: '99.1.0' });
    await database.close();
    expect(await refusal(newer)).toEqual([
      expect.stringMatching(/^The database has the schema of release 99\.2\.0 .*two releases/),
    ]);
  });

  it('services that accept a connection and never respond, all of them', async () => {
    const { port, close } = await openSilentServer();
    const message = await refusal({
      DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${port}/x`,
      REDIS_URL: `redis://127.0.0.1:${port}`,
      FILES_URL: bucketOn(port),
      RELEASES_URL: bucketOn(port),
    });
    close();
    expect(message.map((sentence) => /DATABASE_URL|REDIS_URL|FILES_URL|RELEASES_URL/.exec(sentence)?.[0])).toEqual([
      'DATABASE_URL',
      'REDIS_URL',
      'FILES_URL',
      'RELEASES_URL',
    ]);
  });
});

it.each(['', 'development', 'test'])(
  'a start that lets other machines in is refused while NODE_ENV is "%s", and has changed nothing',
  async (NODE_ENV) => {
    const development = { NODE_ENV, DATABASE_URL: '', REDIS_URL: '', FILES_URL: '', RELEASES_URL: '', FIREBASE_PROJECT_ID: '' };
    for (const program of [['main'], ['solvent', 'settings']])
      expect(await refusal({ ...development, HOST: '0.0.0.0' }, program)).toEqual([
        expect.stringMatching(/^HOST is 0\.0\.0\.0, so that other machines reach .* set ALLOW_DEVELOPMENT_ON_NETWORK=true/),
      ]);
  },
);

it('missing and wrong settings are reported together', async () => {
  const message = await refusal({ PORT: 'http', FIREBASE_API_KEY: '', SEED: 'demo' });
  expect(message).toEqual([
    expect.stringMatching(/^Wrong settings: PORT must be /),
    expect.stringMatching(/^NODE_ENV is production, so FIREBASE_API_KEY must be set; SEED must be none/),
  ]);
});

/** Returns Google's public keys, so that the test needs no network. */
const withGoogle = (response: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    `const original = fetch; globalThis.fetch = async (to, init) => (String(to).startsWith('https://www.googleapis.com/') ? ${response} : original(to, init));`,
  )}`,
});

describe('valid settings', () => {
  it('are reported with what was reached and what was not tried, and nothing is changed', async () => {
    const smtp = await openTestSmtp();
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@solvent.example', CONTACT_EMAIL: 'team@solvent.example' };
    const settings = { ...outside.settings, ...withGoogle("new Response('{}')"), ...mail, LOGLEVEL: 'warn' };
    const before = await outside.readState();
    const { code, output } = await runSolvent(built, settings, ['settings']);
    expect(code).toBe(0);
    const lines = output.split('\n');
    for (const line of [
      /^warn settings: LOGLEVEL is not a setting\. Did you mean LOG_LEVEL/,
      /^warn settings: Nothing is live in the channel production/,
      /^ok {3}database: PostgreSQL [\d.]+/,
      /^warn migrations: \d+ are pending/,
      /^ok {3}redis: Redis [\d.]+ answers\.$/,
      /^ok {3}mail: The mail server accepts the login/,
      /^ok {3}identity: Google's keys were read/,
      /^A server can start on these settings\.$/,
    ])
      expect(lines).toContainEqual(expect.stringMatching(line));
    expect([await outside.readState(), smtp.received]).toEqual([before, []]);
    await smtp.close();
    expect(await refusal({ REDIS_URL: `redis://127.0.0.1:${closedPort}` }, ['solvent', 'settings'])).toHaveLength(1);
  });

  it('are refused if the mail server or the identity provider does not answer', async () => {
    const mail = { SMTP_URL: `smtp://me:hunter2@127.0.0.1:${closedPort}`, MAIL_FROM: 'no-reply@solvent.example' };
    const settings = { ...outside.settings, ...withGoogle("new Response('', { status: 503 })"), ...mail };
    const { code, output } = await runSolvent(built, settings, ['settings']);
    expect(code).toBe(1);
    expect(output).toMatch(/^fail mail: The mail server in SMTP_URL cannot be used \(.*ECONNREFUSED.*\): check the address/m);
    expect(output).toMatch(/^fail identity: Google's keys cannot be read \(it answers 503\)/m);
    expect(output).toMatch(/^Correct what failed before a server starts\.$/m);
    expect(output).not.toMatch(/hunter2|A server can start/);
  });

  it('are read from a file, and start a server that reports an empty channel', async () => {
    const file = join(outside.folder, 'settings');
    const lines = Object.entries(outside.settings).map(([name, value]) => `${name}="${value}"`);
    writeFileSync(file, lines.join('\n'));
    running = startProgram(built, 'main', { ENV_FILE: file });
    await running.waitForOutput('Server listening');
    await running.waitForOutput('Nothing is live in the channel production');
    await running.waitForOutput('Nothing is sold');
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
  });
});
