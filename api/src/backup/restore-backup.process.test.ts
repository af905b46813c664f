import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { storeLayout } from '@solvent/federation/manifest';
import { openBucket } from '@solvent/object-store';
import type { ObjectStore } from '@solvent/object-store';
import { openTestBucket } from '@solvent/object-store/testing';
import pg from 'pg';
import { readConfig } from '../platform/config/config.ts';
import { openBackupDeployment } from '../testing/backup-deployment.ts';
import type { AttachedFile, BackupDeployment } from '../testing/backup-deployment.ts';
import { backupName, listBackups } from './manifest.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';
import { openLocation } from './stores.ts';
import { takeBackup } from './take-backup.ts';

let place: BackupDeployment;
beforeAll(async () => {
  place = await openBackupDeployment();
  await place.attach('one');
}, 300_000);
afterAll(() => place.close());

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const OPTIONS = { releases: true, allowLost: false };
const backUp = (to: ObjectStore) => takeBackup(readConfig(place.settings), { ...OPTIONS, to });

/** A store with hooks that run before `put` and `exists`. */
function watched(
  store: ObjectStore,
  before: { put?: (key: string) => Promise<void>; exists?: (key: string) => Promise<void> },
): ObjectStore {
  return {
    ...store,
    put: async (key, content) => {
      await before.put?.(key);
      return store.put(key, content);
    },
    exists: async (key) => {
      await before.exists?.(key);
      return store.exists(key);
    },
  };
}

describe('a backup', () => {
  it('is refused without releases or files where the newest one has some', async () => {
    const to = openLocation(place.emptyFolder());
    const releases = place.settings['RELEASES_DIR'] ?? '';
    writeFileSync(join(releases, 'one'), 'one');
    const { name } = await takeBackup(readConfig(place.settings), { ...OPTIONS, to, now: new Date(Date.now() - 5000) });
    rmSync(join(releases, 'one'));
    await expect(backUp(to)).rejects.toThrow(/ has 1 of releases, and this one would have none: .* add --anyway\.$/);
    expect(await listBackups(to)).toEqual([name]);
    const later = new Date(Date.now() + 5000);
    await takeBackup(readConfig(place.settings), { ...OPTIONS, to, anyway: true, now: later });
    expect(await listBackups(to)).toEqual([backupName(later), name]);
  });

  it("is refused as root in another user's folder", async () => {
    const at = place.emptyFolder();
    mkdirSync(at);
    // Only root can change owners; for other users this user is the other one.
    if (process.getuid?.() === 0) chownSync(at, 12_345, 12_345);
    const asRoot = jest.spyOn(process, 'getuid').mockReturnValue(0);
    await expect(backUp(openLocation(at))).rejects.toThrow(/^Run this as \S+, the owner of .*: sudo -u /);
    expect(readdirSync(at)).toEqual([]);
    asRoot.mockRestore();
  });

  it('shows a snapshot in which every file exists, whatever users delete meanwhile', async () => {
    const passing: AttachedFile[] = [];
    let lists = 0;
    const at = place.emptyFolder();
    const to = watched(openLocation(at), {
      exists: async (key) => {
        const [file] = passing;
        // The first snapshot does not have this file.
        if (file === undefined) passing.push(await place.attach('passing'));
        // The next snapshot has it, but its bytes are deleted.
        else if (key.endsWith(file.key)) await file.remove();
      },
      put: async (key) => {
        if (key.endsWith('/files.jsonl')) lists += 1;
      },
    });
    const { name, manifest } = await backUp(to);
    expect({ lists, lost: manifest.lost }).toEqual({ lists: 2, lost: [] });
    expect(readFileSync(join(at, name, 'files.jsonl'), 'utf8')).not.toContain(passing[0]?.key);
  });

  it('has the live revision of each channel, whatever is deployed meanwhile', async () => {
    const from = openLocation(place.settings['RELEASES_DIR'] ?? '');
    const channels = Array.from({ length: 20 }, (_, index) => `preview-${index}`);
    const deploy = async (revision: number) => {
      for (const channel of channels) {
        await from.put(storeLayout.revision(channel, revision), 'Revision');
        await from.put(storeLayout.current(channel), JSON.stringify({ revision }));
      }
    };
    await deploy(1);
    const at = place.emptyFolder();
    let revision = 1;
    const to = watched(openLocation(at), {
      put: async (key) => {
        if (key.includes('/releases/') && revision < 5) await deploy((revision += 1));
      },
    });
    const { name } = await backUp(to);
    for (const channel of channels) {
      const current = readFileSync(join(at, name, 'releases', storeLayout.current(channel)), 'utf8');
      const { revision: live } = JSON.parse(current) as { revision: number };
      expect(existsSync(join(at, name, 'releases', storeLayout.revision(channel, live)))).toBe(true);
    }
    expect(revision).toBe(5);
  });

  it('is made by one machine if two start in the same second', async () => {
    const [at, now] = [place.emptyFolder(), new Date()];
    const both = [1, 2].map(() => takeBackup(readConfig(place.settings), { ...OPTIONS, to: openLocation(at), now }));
    const ended = await Promise.allSettled(both);
    const [refused, ...others] = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect([refused, others]).toEqual([expect.stringMatching(/ already has a backup \S+: try again in a second\.$/), []]);
    const [name = ''] = readdirSync(at);
    await expect(checkBackup(openLocation(at), name)).resolves.toMatchObject({ format: 1 });
  });

  it('is refused in the stores that it copies', async () => {
    const releases = place.settings['RELEASES_DIR'] ?? '';
    for (const where of [place.settings['FILES_URL'] ?? '', releases, join(releases, 'backups')])
      await expect(backUp(openLocation(where))).rejects.toThrow('is part of what is backed up: choose another location');
  });

  it('removes its copies if it fails', async () => {
    const at = place.emptyFolder();
    const to = watched(openLocation(at), {
      put: async (key) => {
        if (key.endsWith('/database.jsonl')) throw new Error('The machine stopped');
      },
    });
    await expect(backUp(to)).rejects.toThrow('The machine stopped');
    expect(readdirSync(at)).toEqual([]);
  });

  it('removes backups that were interrupted more than a day ago before it starts', async () => {
    const at = place.emptyFolder();
    for (const name of ['20260101T000000Z', 'mine']) {
      mkdirSync(join(at, name), { recursive: true });
      writeFileSync(join(at, name, 'begun'), '');
    }
    const to = watched(openLocation(at), { put: () => Promise.reject(new Error('The disk is full')) });
    await expect(backUp(to)).rejects.toThrow('The disk is full');
    expect(readdirSync(at)).toEqual(['mine']);
  });
});

describe('a restore is refused, and changes nothing', () => {
  let whole: { at: string; name: string };
  beforeAll(async () => {
    const at = place.emptyFolder();
    const { name } = await backUp(openLocation(at));
    whole = { at, name };
  });
  /** A copy of the backup with something wrong in it. */
  const broken = (breakIt: (inside: string) => void): string => {
    const at = place.emptyFolder();
    cpSync(whole.at, at, { recursive: true });
    breakIt(join(at, whole.name));
    return at;
  };

  /** Output of a restore to an empty database and an empty bucket, which stay empty. */
  async function refusal(at: string): Promise<string> {
    const [url, bucket, releases] = [await place.addDatabase(), await openTestBucket(), place.emptyFolder()];
    const config = readConfig({ ...place.settings, DATABASE_URL: url, FILES_URL: bucket.url, RELEASES_DIR: releases });
    const error: unknown = await restoreBackup(config, openLocation(at), whole.name, { releases: true }).catch(
      (thrown: unknown) => thrown,
    );
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'").finally(() => client.end());
    expect({ rows, keys: await openBucket(bucket.address).list(''), released: existsSync(releases) }).toEqual({
      rows: [],
      keys: [],
      released: false,
    });
    await bucket.close();
    return error instanceof Error ? error.message : '';
  }
  it('as root in a folder of another user', async () => {
    const [at, url] = [place.emptyFolder(), await place.addDatabase()];
    mkdirSync(at);
    // Only root can change owners; for other users this user is the other one.
    if (process.getuid?.() === 0) chownSync(at, 12_345, 12_345);
    const asRoot = jest.spyOn(process, 'getuid').mockReturnValue(0);
    const config = readConfig({ ...place.settings, DATABASE_URL: url, FILES_URL: '', DATA_DIR: at });
    await expect(restoreBackup(config, openLocation(whole.at), whole.name, { releases: false })).rejects.toThrow(
      /^Run this as \S+, the owner of .*: sudo -u /,
    );
    expect(readdirSync(at)).toEqual([]);
    asRoot.mockRestore();
  });

  const anObject = (inside: string) => {
    const [line = ''] = readFileSync(join(inside, 'files.jsonl'), 'utf8').split('\n');
    return join(inside, 'files', (JSON.parse(line) as { key: string }).key);
  };
  const change = (path: string, from: string | RegExp, to: string) =>
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));

  it.each<[what: string, breakIt: (inside: string) => void, message: RegExp]>([
    [
      'a damaged file',
      (inside) => appendFileSync(anObject(inside), '!'),
      /is damaged: files\/\S+ has changed since it was written\.$/,
    ],
    ['a missing object', (inside) => rmSync(anObject(inside)), /is damaged: files\/\S+ is missing\.$/],
    [
      'a damaged dump',
      (inside) => appendFileSync(join(inside, 'database/database.dump'), '!'),
      /is damaged: database\/database\.dump has changed/,
    ],
    [
      'a changed list',
      (inside) => change(join(inside, 'files.jsonl'), /^.*\n/, ''),
      /is damaged: files\.jsonl has changed since it was written\.$/,
    ],
    ['a missing list', (inside) => rmSync(join(inside, 'files.jsonl')), /is damaged: files\.jsonl is missing\.$/],
    [
      'a damaged manifest',
      (inside) => change(join(inside, 'manifest.json'), '}', ''),
      /^The manifest of the backup \S+ is damaged: it is not JSON\.$/,
    ],
    [
      'a manifest of nonsense',
      (inside) => change(join(inside, 'manifest.json'), '"rows"', '"cows"'),
      /^The manifest of the backup \S+ is damaged: tables/,
    ],
    [
      'a list with keys outside of it, in a manifest that agrees',
      (inside) => {
        const list = join(inside, 'files.jsonl');
        const before = readFileSync(list);
        change(list, /"key":"[^"]*"/, '"key":"../../manifest.json"');
        change(join(inside, 'manifest.json'), sha256(before), sha256(readFileSync(list)));
      },
      /is damaged: files\.jsonl has changed since it was written\.$/,
    ],
    [
      'another format',
      (inside) => change(join(inside, 'manifest.json'), '"format": 1', '"format": 2'),
      /is of another format: restore it with the release that made it/,
    ],
    [
      'a newer release',
      (inside) => change(join(inside, 'manifest.json'), '"migrations": [', '"migrations": [ 1,'),
      /is of a newer release \(\S+\) with unknown migrations/,
    ],
    [
      'an embedded database',
      (inside) => change(join(inside, 'manifest.json'), '"server"', '"embedded"'),
      /is of an embedded database: restore it to a data folder \(DATA_DIR\), without DATABASE_URL/,
    ],
    [
      'a newer PostgreSQL',
      (inside) => change(join(inside, 'manifest.json'), /"version": \d+/, '"version": 990000'),
      /is of PostgreSQL 99, and DATABASE_URL names an older one/,
    ],
  ])('for %s', async (_what, breakIt, message) => {
    const output = await refusal(broken(breakIt));
    expect(output).toMatch(message);
    expect(output).not.toContain('\n');
  });
});
