import { mkdtemp, open as openFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConditionalBucket, openPlainBucket } from '../../testing/bucket.ts';
import { STORES } from '../../testing/stores.ts';
import type { TestStore } from '../../testing/stores.ts';
import { DeliveryError } from '../delivery-error.ts';
import { openReleaseStore } from './release-store.ts';
import type { ReleaseStore } from './release-store.ts';

describe.each(STORES)('releases in %s', (_kind, open) => {
  let opened: TestStore;
  let store: ReleaseStore;

  beforeEach(async () => {
    opened = await open();
    ({ store } = opened);
  });

  afterEach(() => opened.close());

  it('gives back what was put', async () => {
    await store.put('shell/1.0.0/main.js', Buffer.from('main()'));
    expect(String(await store.read('shell/1.0.0/main.js'))).toBe('main()');
    expect(await store.exists('shell/1.0.0/main.js')).toBe(true);
  });

  it('has nothing that was never put', async () => {
    expect(await store.read('shell/1.0.0/main.js')).toBeUndefined();
    expect(await store.readJson('shell/1.0.0/release.json')).toBeUndefined();
    expect(await store.exists('shell/1.0.0/main.js')).toBe(false);
    expect(await store.list('shell')).toEqual([]);
  });

  it('keeps bytes as they are, and none', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_none, byte) => byte));
    await store.put('a.woff2', bytes);
    await store.put('empty.css', '');
    expect(await store.read('a.woff2')).toEqual(bytes);
    expect(await store.read('empty.css')).toEqual(Buffer.alloc(0));
  });

  it('makes a file once', async () => {
    expect(await store.create('channels/production/revisions/1.json', '"first"')).toBe(true);
    expect(await store.create('channels/production/revisions/1.json', '"second"')).toBe(false);
    expect(await opened.another().create('channels/production/revisions/1.json', '"third"')).toBe(false);
    expect(await store.readJson('channels/production/revisions/1.json')).toBe('first');
  });

  it('lets one of many make a file who try at the same moment, and every one of them in its own turn', async () => {
    const writers = Array.from({ length: 6 }, () => opened.another());
    const made = await Promise.all(writers.map((writer, index) => writer.create('revisions/1.json', String(index))));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await store.readJson('revisions/1.json')).toBe(made.indexOf(true));
    const next = await Promise.all(writers.map((writer, index) => writer.create(`revisions/${2 + index}.json`, '0')));
    expect(next).toEqual(writers.map(() => true));
  });

  it('leaves nothing beside what it makes', async () => {
    await store.create('revisions/1.json', '1');
    await store.create('revisions/1.json', '2');
    await store.replace('revisions/current.json', '{"revision":1}');
    expect(await store.list('revisions')).toEqual(expect.arrayContaining(['revisions/1.json', 'revisions/current.json']));
    expect(await store.list('revisions')).toHaveLength(2);
    expect(await store.list('claims')).toEqual([]);
  });

  it('puts a file in place of another', async () => {
    await store.replace('current.json', '{"revision":1}');
    await store.replace('current.json', '{"revision":2}');
    expect(await store.readJson('current.json')).toEqual({ revision: 2 });
  });

  it('lists all that lies below a folder, and nothing of one whose name begins the same', async () => {
    for (const key of ['remotes/toolbox/1/a.js', 'remotes/toolbox/1/fonts/b.woff2', 'remotes/toolbox-2/1/c.js', 'shell/d.js'])
      await store.put(key, key);
    expect((await store.list('remotes/toolbox')).toSorted()).toEqual([
      'remotes/toolbox/1/a.js',
      'remotes/toolbox/1/fonts/b.woff2',
    ]);
  });

  it('removes a file, and is content where there is none', async () => {
    await store.put('shell/1.0.0/main.js', 'x');
    await store.remove('shell/1.0.0/main.js');
    await store.remove('shell/1.0.0/main.js');
    expect(await store.read('shell/1.0.0/main.js')).toBeUndefined();
  });

  it('says which file is no JSON', async () => {
    await store.put('channels/production/current.json', '{"revision":');
    const reading = store.readJson('channels/production/current.json');
    await expect(reading).rejects.toThrow(
      /^channels\/production\/current\.json in the release store is no JSON \(.+\): somebody/,
    );
    await expect(reading).rejects.toBeInstanceOf(DeliveryError);
  });
});

describe('a store that is gone', () => {
  it.each([
    ['knows conditions', openConditionalBucket],
    ['knows none', openPlainBucket],
  ])('is a sentence without the key, where the bucket %s', async (_what, open) => {
    const { url, takeAway, close } = await open();
    const store = openReleaseStore(url);
    await takeAway();
    const refusal =
      /^The release store http:\/\/127\.0\.0\.1:\d+\/releases could not .+: .*ECONNREFUSED.*\. See that it is there/;
    const tries = [store.read('a'), store.put('a', 'b'), store.create('a', 'b'), store.replace('a', 'b'), store.list('a')];
    for (const outcome of await Promise.allSettled(tries)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DeliveryError) });
      expect(outcome.status === 'rejected' && String(outcome.reason.message)).toMatch(refusal);
      expect(outcome.status === 'rejected' && String(outcome.reason.message)).not.toContain('S3RVER');
    }
    await close();
  });

  it('is one whose bucket nobody made', async () => {
    const { url, close } = await openPlainBucket();
    const store = openReleaseStore(url.replace('/releases?', '/other?'));
    await expect(store.read('a')).rejects.toThrow(/could not read a: .*bucket/i);
    await close();
  });

  it('is one that has a file for a folder', async () => {
    const file = join(tmpdir(), `solvent-no-folder-${process.pid}`);
    await writeFile(file, '');
    await expect(openReleaseStore(file).create('a', 'b')).rejects.toThrow(`The release store ${file} could not make a: `);
  });

  it('has an address that can be read', () => {
    expect(() => openReleaseStore('s3://host/bucket')).toThrow('write RELEASES_URL as s3://key:secret@host');
  });
});

it('a file in a folder is put in place of the one that is there: who reads that one reads all of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-test-releases-'));
  const store = openReleaseStore(folder);
  await store.put('page.html', 'the whole page');
  const reader = await openFile(join(folder, 'page.html'));
  await store.put('page.html', 'another');
  expect(await reader.readFile('utf8')).toBe('the whole page');
  expect(String(await store.read('page.html'))).toBe('another');
  await reader.close();
  await rm(folder, { recursive: true });
});
