import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { openBucket } from '@solvent/object-store';
import { openTestBucket } from '@solvent/object-store/testing';
import pg from 'pg';
import { files } from '../schema/index.ts';
import { openBackupDeployment } from '../testing/backup-deployment.ts';
import type { BackupDeployment } from '../testing/backup-deployment.ts';

let place: BackupDeployment;
beforeAll(async () => {
  place = await openBackupDeployment();
  mkdirSync(join(place.settings['RELEASES_DIR'] ?? '', 'channels/production'), { recursive: true });
  writeFileSync(join(place.settings['RELEASES_DIR'] ?? '', 'channels/production/current.json'), '{"revision":1}');
}, 300_000);
afterAll(() => place.close());

const openObjects = ({ address }: { address: Parameters<typeof openBucket>[0] }) => openBucket(address);

async function inDatabase(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query<Record<string, unknown>>(text).finally(() => client.end())).rows;
}

/** A backup of the deployment in a folder of its own. @returns the folder of the place, and of the backup in it */
async function backedUp(): Promise<{ at: string; name: string; inside: string }> {
  const at = place.emptyFolder();
  const { code, output } = await place.run(['backup', at]);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('is complete: ') });
  const name = readdirSync(at)[0] ?? '';
  return { at, name, inside: join(at, name) };
}

/** Restores to an empty database and an empty bucket. */
async function restored(at: string, ...args: string[]) {
  const [url, bucket] = [await place.addDatabase(), await openTestBucket()];
  const releases = place.emptyFolder();
  const settings = { DATABASE_URL: url, FILES_URL: bucket.url, RELEASES_DIR: releases };
  const output = await place.run(['restore', at, ...args], settings);
  return { ...output, url, bucket, releases, settings };
}

/** A restore that is refused: it has changed nothing. */
async function refusal(at: string, ...args: string[]): Promise<string> {
  const { code, output, url, bucket, releases } = await restored(at, ...args);
  expect({ code, tables: await inDatabase(url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'") }).toEqual({
    code: 1,
    tables: [],
  });
  expect(await openObjects(bucket).list('')).toEqual([]);
  expect(existsSync(releases)).toBe(false);
  await bucket.close();
  return output;
}

describe('pnpm backup and pnpm restore, on a server and a bucket', () => {
  it('restore a consistent snapshot while users write and delete', async () => {
    const evening = new AbortController();
    const kept: string[] = [];
    const work = async (who: string) => {
      for (let count = 0; !evening.signal.aborted; count += 1) {
        const { id, remove } = await place.attach(`${who} ${count}`);
        if (count % 3 === 0) await remove();
        else kept.push(id);
      }
    };
    const atWork = [work('one'), work('other')];
    while (kept.length < 20) await new Promise(setImmediate);
    const { at } = await backedUp();
    evening.abort();
    await Promise.all(atWork);
    const { code, output, url, bucket, releases } = await restored(at);
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(/is restored and verified: 1 account, .* files, 1 of releases, /),
    });
    const rows = await inDatabase(url, 'SELECT storage_key AS key FROM files');
    expect(rows.length).toBeGreaterThan(10);
    const keys = await openObjects(bucket).list('');
    expect(keys.toSorted()).toEqual(rows.map(({ key }) => String(key)).toSorted());
    expect(readFileSync(join(releases, 'channels/production/current.json'), 'utf8')).toBe('{"revision":1}');
    // It runs on: the same migrations, and the sessions of before.
    expect(await inDatabase(url, 'SELECT count(*)::int AS count FROM sessions')).toEqual([{ count: 1 }]);
    await bucket.close();
  });

  it('make backups readable only for this system user', async () => {
    const { at, inside } = await backedUp();
    const modes = [at, inside, join(inside, 'manifest.json'), join(inside, 'database/database.dump')].map(
      (path) => statSync(path).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o700, 0o600, 0o600]);
  });

  it('store backups in a bucket, which the environment can name', async () => {
    const backups = await openTestBucket({ name: 'solvent-backups' });
    await place.run(['backup'], { BACKUP_PLACE: backups.url });
    const listed = await place.run(['restore', '--list', backups.url]);
    expect(listed).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^\d{8}T\d{6}Z {2}1 account, [\d,]+ rows in \d+ tables, .* \d+ MB, PostgreSQL, release \S+, as of \S+Z$/,
      ),
    });
    expect(await place.run(['restore', '--check', backups.url])).toEqual({
      code: 0,
      output: expect.stringMatching(/solvent-backups\/\d{8}T\d{6}Z is complete and undamaged: /),
    });
    const { code, bucket } = await restored(backups.url);
    expect(code).toBe(0);
    await bucket.close();
    await backups.close();
  });

  it('requires a location with backups', async () => {
    expect(await place.run(['backup'])).toEqual({
      code: 2,
      output: expect.stringMatching(/^A location of backups is required: [^\n]*$/),
    });
    expect(await place.run(['restore', place.emptyFolder()])).toEqual({
      code: 1,
      output: expect.stringMatching(/ has no complete backup\.$/),
    });
  });
});

describe('consecutive backups', () => {
  /** A store with these backups, all copies of one. */
  async function earlier(...names: string[]): Promise<string> {
    const { at, inside } = await backedUp();
    for (const name of names) cpSync(inside, join(at, name), { recursive: true });
    rmSync(inside, { recursive: true });
    return at;
  }
  const getManifestPath = (at: string, name: string) => join(at, name, 'manifest.json');

  it('are limited to --keep; besides them only old incomplete ones are removed', async () => {
    const at = await earlier('20260101T000000Z', '20260102T000000Z', '20260103T000000Z', '20260104T000000Z', 'mine');
    rmSync(getManifestPath(at, '20260104T000000Z'));
    const { code, output } = await place.run(['backup', at, '--keep', '2']);
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(/ is complete: .*\nRemoved: 20260101T000000Z, 20260102T000000Z\.$/),
    });
    expect(readdirSync(at).toSorted()).toEqual(['20260103T000000Z', expect.stringMatching(/^\d{8}T\d{6}Z$/), 'mine']);
    for (const keep of ['0', 'all'])
      expect(await place.run(['backup', at, '--keep', keep])).toEqual({
        code: 2,
        output: `--keep must be a positive integer, not "${keep}".`,
      });
  });

  it('are listed with their content, and damaged ones with the fault', async () => {
    const at = await earlier('20260101T000000Z', '20260102T000000Z');
    writeFileSync(getManifestPath(at, '20260102T000000Z'), '{');
    const { output } = await place.run(['restore', at, '--list']);
    expect(output).toMatch(/^20260102T000000Z {2}The manifest .* is damaged: it is not JSON\.\n20260101T000000Z {2}1 account, /);
  });

  it('record the time of the last successful one for the servers', async () => {
    const { at, name } = await backedUp();
    const { takenAt } = JSON.parse(readFileSync(getManifestPath(at, name), 'utf8')) as { takenAt: string };
    const [row] = await inDatabase(place.settings['DATABASE_URL'] ?? '', 'SELECT last_backup_at AS at FROM deployment');
    expect(row).toEqual({ at: new Date(takenAt) });
  });

  it('are all of one database: another or an empty one is refused and stores nothing', async () => {
    const at = await earlier('20260101T000000Z');
    const settings = { DATABASE_URL: await place.addDatabase() };
    const refused = async () => {
      const { code, output } = await place.run(['backup', at], settings);
      expect([code, readdirSync(at)]).toEqual([1, ['20260101T000000Z']]);
      return output;
    };
    expect(await refused()).toMatch(/^The database has no tables of Solvent, so there is nothing to back up: /);
    await place.run(['migrate'], settings);
    expect(await refused()).toMatch(/^The newest backup in \S+, 20260101T000000Z, is of another database: .* or add --anyway\.$/);
    // Older releases did not record the deployment.
    const manifest = getManifestPath(at, '20260101T000000Z');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"deployment": .*\n/, ''));
    expect(await refused()).toMatch(/20260101T000000Z, has 1 account, and this one would have none: /);
    expect(await place.run(['backup', at, '--anyway'], settings)).toEqual({
      code: 0,
      output: expect.stringContaining(' is complete: 0 accounts, '),
    });
  });
});

describe('a restore is refused, and changes nothing', () => {
  let whole: Awaited<ReturnType<typeof backedUp>>;
  beforeAll(async () => {
    await place.attach('kept');
    whole = await backedUp();
  });
  /** A copy of the backup with something wrong in it. */
  const broken = (breakIt: (inside: string) => void): string => {
    const at = place.emptyFolder();
    cpSync(whole.at, at, { recursive: true });
    breakIt(join(at, whole.name));
    return at;
  };
  it('for an interrupted one, which is not listed', async () => {
    const at = broken((inside) => rmSync(join(inside, 'manifest.json')));
    expect(await refusal(at, whole.name)).toMatch(/has no complete backup .* The backup was interrupted, or never existed\.$/);
    expect(await refusal(at)).toMatch(/ has no complete backup\.$/);
  });

  it('for an invalid name', async () => {
    for (const name of ['..', `../${whole.name}`, `${whole.name}/files`])
      expect(await place.run(['restore', whole.at, name])).toEqual({
        code: 1,
        output: `"${name}" is not a backup: --list lists them.`,
      });
  });

  it('for a full database', async () => {
    const before = await inDatabase(place.settings['DATABASE_URL'] ?? '', 'SELECT count(*) FROM files');
    expect(await place.run(['restore', whole.at])).toEqual({
      code: 1,
      output: expect.stringMatching(/^The database in DATABASE_URL is not empty \(.*\): create a new one [^\n]*$/),
    });
    expect(await inDatabase(place.settings['DATABASE_URL'] ?? '', 'SELECT count(*) FROM files')).toEqual(before);
  });

  it('for another object under the same key; continues if existing objects are the same', async () => {
    const { url, bucket, settings, code } = await restored(whole.at);
    expect(code).toBe(0);
    const [key = ''] = await openObjects(bucket).list('');
    await openObjects(bucket).put(key, 'another');
    const again = { ...settings, DATABASE_URL: await place.addDatabase() };
    expect((await place.run(['restore', whole.at], again)).output).toMatch(
      / has another \S+ than the backup: restore to an empty location\.$/,
    );
    await openObjects(bucket).delete(key);
    expect((await place.run(['restore', whole.at], again)).code).toBe(0);
    expect(await inDatabase(again.DATABASE_URL, 'SELECT count(*) FROM files')).toEqual(
      await inDatabase(url, 'SELECT count(*) FROM files'),
    );
    await bucket.close();
  });

  it('for a target that cannot be written; the next one continues', async () => {
    const [bucket, url] = [await openTestBucket(), await place.addDatabase()];
    await bucket.takeAway();
    const settings = { DATABASE_URL: url, FILES_URL: bucket.url, RELEASES_DIR: place.emptyFolder() };
    expect(await place.run(['restore', whole.at], settings)).toEqual({
      code: 1,
      output: expect.stringMatching(/could not find [^\n]*\.$/),
    });
    expect(await inDatabase(url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
    await bucket.bringBack();
    expect((await place.run(['restore', whole.at], settings)).code).toBe(0);
    await bucket.close();
  });
});

describe('a backup is refused', () => {
  it('if a referenced object is missing, unless that is allowed; the rows are listed', async () => {
    const { id, key } = await place.attach('to be lost');
    await place.test.ports.files.delete(key);
    const at = place.emptyFolder();
    const refused = await place.run(['backup', at]);
    expect(refused).toEqual({
      code: 1,
      output: expect.stringMatching(new RegExp(`does not have ${key} as its row says: .*--allow-lost`)),
    });
    for (const empty of [at, join(at, 'missing')])
      expect(await place.run(['restore', '--list', empty])).toEqual({
        code: 1,
        output: expect.stringMatching(/ has no complete backup\.$/),
      });
    expect((await place.run(['backup', '--allow-lost', place.emptyFolder()])).output).toContain(`so not in the backup: ${key}`);
    const listed = await place.run(['objects']);
    expect(listed.code).toBe(1);
    expect(listed.output).toMatch(new RegExp(`^${key}  attachment, "a.txt", of \\S+, file ${id}\n.* lacks 1 of the files`));
    await place.test.db.delete(files).where(eq(files.id, id));
    expect(await place.run(['objects'])).toEqual({
      code: 0,
      output: expect.stringMatching(/ has every file in the database\.$/),
    });
  });

  it('if an object differs from its row', async () => {
    const { key, remove } = await place.attach('to be damaged');
    await place.test.ports.files.put(key, 'to be harmed!');
    expect((await place.run(['backup', place.emptyFolder()])).output).toContain(`does not have ${key} as its row says`);
    await remove();
  });

  it('if it cannot be written', async () => {
    const at = place.emptyFolder();
    writeFileSync(at, 'no folder');
    expect(await place.run(['backup', at])).toEqual({ code: 1, output: expect.stringMatching(/^\S+ could not [^\n]*$/) });
  });
});
