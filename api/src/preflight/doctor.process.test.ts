import { createServer } from 'node:http';
import { join } from 'node:path';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { deployment } from '../schema/index.ts';
import { readConfig } from '../platform/config/config.ts';
import { COMMAND_DATABASE_EVENTS } from '../platform/db/command-database.ts';
import { openDatabase } from '../platform/db/database.ts';
import { createFiles } from '../platform/objects/files.ts';
import { HOUR_MS } from '../platform/durations.ts';
import { openTestSmtp } from '../testing/smtp.ts';
import type { TestSmtp } from '../testing/smtp.ts';
import { recordNewerMigration } from '../testing/planned-migrations.ts';
import { startExternalServices } from '../testing/external-services.ts';
import type { ExternalServices } from '../testing/external-services.ts';
import { fileText, publishLiveRelease } from '../testing/releases.ts';
import { buildApi, freePort, runSolvent, temporaryFolder } from '../testing/server-process.ts';
import { examine, examineSettings } from './preflight.ts';

let outside: ExternalServices;
let smtp: TestSmtp;
let settings: Record<string, string>;
beforeAll(async () => {
  outside = await startExternalServices();
  smtp = await openTestSmtp();
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@solvent.example', CONTACT_EMAIL: 'team@solvent.example' };
  settings = { ...outside.settings, ...mail };
}, 300_000);
afterAll(async () => {
  await smtp.close();
  await outside.close();
});

/** Finding for one subject with changed settings. */
async function found(name: string, changes: Record<string, string> = {}): Promise<string[]> {
  const findings = await examine(readConfig({ ...settings, ...changes }));
  return findings.filter((finding) => finding.name === name).map(({ state, sentence }) => `${state} ${sentence}`);
}

/** Finding for one subject with settings that name a server which responds like this. */
async function foundAt(name: string, answer: RequestListener, getSettings: (url: string) => Record<string, string>) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  return found(name, getSettings(`http://127.0.0.1:${port}`)).finally(() => server.close());
}

describe('a working deployment', () => {
  it('is ok in all findings, and nothing is left behind', async () => {
    await publishLiveRelease(settings['RELEASES_URL'] ?? '');
    const before = await outside.readState();
    const all = await examine(readConfig(settings));
    expect(await outside.readState()).toEqual(before);
    // The provider's keys are on the net, which a test may not reach.
    const states = Object.fromEntries(all.flatMap(({ name, state }) => (name === 'identity' ? [] : [[name, state]])));
    const well = {
      version: 'ok',
      settings: 'warn',
      database: 'ok',
      connections: 'ok',
      clock: 'ok',
      redis: 'ok',
      files: 'ok',
      releases: 'ok',
      mail: 'ok',
    };
    expect(states).toEqual({ ...well, migrations: 'warn', proxy: 'warn' });
    expect(smtp.received).toEqual([]);
  });
});

it('checks the database on one connection after another, which a busy one may still have', async () => {
  const url = new URL(await outside.addDatabase('busy'));
  const database = await openDatabase(readConfig({ DATABASE_URL: url.href }), COMMAND_DATABASE_EVENTS);
  // The previous connection may still be closing.
  await database.db.$client.query('CREATE ROLE limited LOGIN CONNECTION LIMIT 2; GRANT pg_read_all_data TO limited');
  await database.close();
  url.username = 'limited';
  for (const name of ['database', 'connections', 'clock'])
    expect(await found(name, { DATABASE_URL: url.href })).toEqual([expect.stringMatching(/^ok /)]);
});

it('reports the free space of the data folder if anything is stored there', async () => {
  expect(await found('disk', { FILES_URL: '' })).toEqual([expect.stringMatching(/^ok [\d.]+ GB of [\d.]+ GB are free for \//)]);
  expect(await found('disk')).toEqual([]);
});

describe('a problem is reported with what to do:', () => {
  it('DATABASE_READ_URL that names no replica', async () => {
    const findings = await found('replica', { DATABASE_READ_URL: settings['DATABASE_URL'] ?? '' });
    expect(findings).toEqual([expect.stringMatching(/^warn DATABASE_READ_URL names no replica/)]);
    expect(await found('replica')).toEqual([]);
  });

  it.each([
    [
      'database',
      { DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/none' },
      /^fail The database in DATABASE_URL cannot be used .*check the address/,
    ],
    [
      'connections',
      { DATABASE_POOL_SIZE: '500' },
      /^fail PostgreSQL has \d+ connections for all, and DATABASE_POOL_SIZE is 500.*raise max_connections/,
    ],
    ['migrations', {}, /^warn \d+ are pending \(0000_initial, .*run "pnpm solvent migrate"/],
    ['redis', { REDIS_URL: 'redis://127.0.0.1:1' }, /^fail The Redis in REDIS_URL cannot be used/],
    ['files', { FILES_URL: '', REDIS_URL: '' }, /^ok An object was written, read and removed in the folder /],
    [
      'releases',
      { CHANNEL: 'staging' },
      /^fail Nothing is live in the channel staging of solvent-files.*pnpm delivery deploy --channel staging/,
    ],
    ['mail', { SMTP_URL: 'smtp://127.0.0.1:1' }, /^fail The mail server in SMTP_URL cannot be used .*check the address/],
    ['proxy', {}, /^warn PUBLIC_URL is not set/],
    ['proxy', { PUBLIC_URL: 'http://127.0.0.1:1' }, /^warn PUBLIC_URL .* does not answer .*start a server/],
  ])('%s, with %j', async (name, changes, sentence) => {
    const findings = await found(name, changes);
    expect(findings).toEqual([expect.stringMatching(sentence)]);
    expect(findings.join('')).not.toContain('hunter2');
  });

  it.each([
    [{ FILES_URL: '' }, /^warn REDIS_URL is set.*set FILES_URL to buckets before a second server starts/],
    [{ SMTP_URL: '' }, /^warn No email is sent.*pnpm solvent messages.*set SMTP_URL/],
    [{ CONTACT_EMAIL: '' }, /^warn No email is sent.*set SMTP_URL, MAIL_FROM and CONTACT_EMAIL/],
  ])('settings that may be forgotten, with %j', async (changes, sentence) => {
    expect(await found('settings', changes)).toContainEqual(expect.stringMatching(sentence));
  });

  it.each([
    ['the next', '1.0.0', 'migrations', /^warn The database has the schema of release 99\.2\.0 .*runs on it/],
    [
      'one after the next',
      '99.1.0',
      'database',
      /^fail The database has the schema of release 99\.2\.0 .*start release 99\.1\.0/,
    ],
  ])('a schema of %s release', async (_which, previousRelease, name, sentence) => {
    const DATABASE_URL = await outside.addDatabase(`newer_${previousRelease.replaceAll('.', '_')}`);
    const database = await openDatabase(readConfig({ DATABASE_URL }), COMMAND_DATABASE_EVENTS);
    await recordNewerMigration(database.db.$client, { release: '99.2.0', previousRelease });
    await database.close();
    expect(await found(name, { DATABASE_URL })).toEqual([expect.stringMatching(sentence)]);
    const own = examineSettings(readConfig({ ...settings, DATABASE_URL }));
    const sentences = await own.then(
      (findings) => findings.map((finding) => finding.sentence),
      (error: unknown) => [(error as Error).message], // a StartupError
    );
    expect(sentences).toContainEqual(expect.stringMatching(/^The database has the schema of release 99\.2\.0 /));
  });

  it('a missing or old backup', async () => {
    const DATABASE_URL = await outside.addDatabase('backups');
    const database = await openDatabase(readConfig({ DATABASE_URL }), COMMAND_DATABASE_EVENTS);
    const foundAfter = async (hours: number) => {
      await database.db.update(deployment).set({ lastBackupAt: new Date(Date.now() - hours * HOUR_MS) });
      return found('backups', { DATABASE_URL });
    };
    expect(await found('backups', { DATABASE_URL })).toEqual([expect.stringMatching(/^warn .*no record of a backup: run "pnpm/)]);
    expect(await foundAfter(25)).toEqual([expect.stringMatching(/^ok The last good one is of 20/)]);
    expect(await foundAfter(27)).toEqual([expect.stringMatching(/^warn .*more than 26 hours ago: .*run "pnpm backup"/)]);
    await database.close();
  });

  it('a bucket that is not there', async () => {
    const FILES_URL = (settings['FILES_URL'] ?? '').replace('solvent-files', 'gone');
    expect(await found('files', { FILES_URL })).toEqual([
      expect.stringMatching(/^fail FILES_URL .*the bucket gone does not exist: create it/),
    ]);
  });

  it('files that the database names and the folder or bucket does not have', async () => {
    const own = { DATABASE_URL: await outside.addDatabase('with_files'), DATA_DIR: join(outside.folder, 'empty'), REDIS_URL: '' };
    const inFolder = { ...own, FILES_URL: '' };
    const database = await openDatabase(readConfig(own), COMMAND_DATABASE_EVENTS);
    expect(await found('objects', inFolder)).toEqual([]);
    await database.db.$client.query(
      `INSERT INTO files (id, name, mime_type, size, sha256, storage_key, visibility, created_at)
       VALUES (gen_random_uuid(), 'a.png', 'image/png', 1, 'x', 'files/a', 'public', now())`,
    );
    await database.close();
    const sentence = `The database names files that are not in ${own.DATA_DIR}: is DATA_DIR another folder than before, or is its disk not mounted?`;
    expect(await found('objects', inFolder)).toEqual([`fail ${sentence}`]);
    const all = await examineSettings(readConfig({ ...settings, ...inFolder }));
    expect(all).toContainEqual({ name: 'objects', state: 'fail', sentence });
    expect(await found('objects', own)).toEqual([
      'fail The database names files that are not in the bucket solvent-files: does FILES_URL name another bucket than before?',
    ]);
    await createFiles(readConfig({ ...settings, ...inFolder })).put('files/a', '.');
    expect(await found('objects', inFolder)).toEqual([]);
  });

  it('a login that the mail server rejects', async () => {
    const SMTP_URL = smtp.url.replace('right', 'wrong');
    expect(await found('mail', { SMTP_URL })).toEqual([
      expect.stringMatching(/^fail .*Wrong login.*check the address, the user/),
    ]);
  });

  it('a Redis that drops what servers need', async () => {
    const redis = new Redis(settings['REDIS_URL'] ?? '');
    await redis.config('SET', 'maxmemory', '100mb', 'maxmemory-policy', 'allkeys-lru');
    expect(await found('redis')).toEqual([
      expect.stringMatching(/^warn Redis .*maxmemory-policy allkeys-lru.*set it to noeviction/),
    ]);
    await redis.config('SET', 'maxmemory', '0', 'maxmemory-policy', 'noeviction');
    redis.disconnect();
  });

  const seenBy = (forwarded: string) => JSON.stringify({ address: '10.0.0.5', forwarded });
  it.each([
    [
      'a proxy that is not trusted',
      seenBy('untrusted'),
      /^fail Requests come through 10\.0\.0\.5, which TRUST_PROXY does not name.*set TRUST_PROXY=10\.0\.0\.5/,
    ],
    ['a proxy that is', seenBy('trusted'), /^ok A server sees this machine as 10\.0\.0\.5/],
    ['no proxy', seenBy('none'), /^ok A server sees this machine as 10\.0\.0\.5/],
    ['another program', '<h1>Welcome to nginx</h1>', /no server of this release: see where the proxy leads/],
  ])('an address that leads to %s', async (_what, body, sentence) => {
    const findings = await foundAt(
      'proxy',
      (_request, response) => response.end(body),
      (PUBLIC_URL) => ({ PUBLIC_URL }),
    );
    expect(findings).toEqual([expect.stringMatching(sentence)]);
  });
});

describe('files of releases from another place', () => {
  const KEY = 'shell/files/main.1a1a1a1a1a.js';
  /** Finding for a server that responds like this. */
  const findAt = (answer: RequestListener) =>
    foundAt('assets', answer, (url) => ({ ASSETS_URL: `${url}/solvent`, PUBLIC_URL: 'https://solvent.example' }));
  const sends =
    (headers: Record<string, string>, text = fileText('main.1a1a1a1a1a.js')): RequestListener =>
    ({ url }, response) => {
      const isThere = url === `/solvent/${KEY}`;
      response.writeHead(isThere ? 200 : 404, headers).end(isThere ? text : '');
    };
  const script = { 'content-type': 'text/javascript; charset=utf-8' };
  const open = { ...script, 'access-control-allow-origin': '*' };
  beforeAll(() => publishLiveRelease(settings['RELEASES_URL'] ?? '').catch(() => undefined));

  it('are ok if pages can load them, as they were published', async () => {
    expect(await findAt(sends(open))).toEqual([
      expect.stringMatching(/^ok \S+main\S+ arrives as it was published, for pages of https:\/\/solvent\.example\.$/),
    ]);
    expect(await found('assets')).toEqual([]);
  });

  it.each<[what: string, answer: RequestListener, message: RegExp]>([
    ['cannot be read', (_request, response) => response.writeHead(403).end(), /^warn ASSETS_URL answers 403 for \S+main/],
    ['are for no origin', sends(script), /^warn .* without Access-Control-Allow-Origin for https:\/\/solvent\.example, /],
    [
      'are for another origin',
      sends({ ...script, 'access-control-allow-origin': 'https://a.example' }),
      /without Access-Control/,
    ],
    ['are no scripts', sends({ ...open, 'content-type': 'text/plain' }), /^warn .* as text\/plain: /],
    ['were changed on the way', sends(open, 'var minified'), /^warn .* with other bytes than were published, /],
    ['do not arrive', ({ socket }) => void socket.destroy(), /^warn .* does not answer for \S+ \(.+\): check the address/],
  ])('are reported if they %s', async (_what, answer, message) => {
    expect(await findAt(answer)).toEqual([expect.stringMatching(message)]);
  });
});

describe('pnpm solvent doctor', () => {
  it('prints each finding in a line, or as a list, and exits with 1 if one fails', async () => {
    const built = await buildApi();
    const data = temporaryFolder();
    const emulator = createServer((_request, response) => response.end('{}'));
    const port = await freePort();
    await new Promise<void>((resolve) => {
      emulator.listen(port, '127.0.0.1', resolve);
    });
    const own = { DATA_DIR: data.path, IDENTITY_PORT: String(port) };
    const run = (...args: string[]) => runSolvent(built, own, ['doctor', ...args]);
    const ill = await run();
    expect(ill.code).toBe(1);
    expect(ill.output).toMatch(/^(?:(?:ok {2}|warn|fail) [a-z]+: [^\n]+\n?)+$/);
    expect(ill.output).toMatch(/^fail releases: Nothing is live/m);
    await publishLiveRelease(`${data.path}/releases`);
    const well = await run('--json');
    expect(well.code).toBe(0);
    expect(JSON.parse(well.output)).toContainEqual({
      state: 'ok',
      name: 'identity',
      sentence: `The emulator at 127.0.0.1:${port} answers.`,
    });
    emulator.close();
    data.remove();
    built.remove();
  }, 300_000);
});
