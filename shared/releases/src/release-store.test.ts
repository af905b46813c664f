import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rm, writeFile } from 'node:fs/promises';
import { openTestBucket } from '@solvent/object-store/testing';
import { DeliveryError } from './delivery-error.ts';
import { openReleaseStore } from './release-store.ts';
import { STORES } from './testing/stores.ts';
import type { TestStore } from './testing/stores.ts';

describe.each(STORES)('releases in %s', (_kind, open) => {
  let opened: TestStore;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  it('are read whole, and as JSON', async () => {
    const { store } = opened;
    await store.put('shell/1.0.0/main.js', Buffer.from('main()'));
    await store.create('channels/production/current.json', '{"revision":1}');
    expect(String(await store.read('shell/1.0.0/main.js'))).toBe('main()');
    expect(await opened.another().readJson('channels/production/current.json')).toEqual({ revision: 1 });
  });

  it('are undefined where they were never put', async () => {
    expect(await opened.store.read('shell/1.0.0/main.js')).toBeUndefined();
    expect(await opened.store.readJson('shell/1.0.0/release.json')).toBeUndefined();
  });

  it('say which file is no JSON', async () => {
    await opened.store.put('channels/production/current.json', '{"revision":');
    const reading = opened.store.readJson('channels/production/current.json');
    await expect(reading).rejects.toThrow(
      /^channels\/production\/current\.json in the release store is no JSON \(.+\): somebody/,
    );
    await expect(reading).rejects.toBeInstanceOf(DeliveryError);
  });
});

describe('a release store that is gone', () => {
  it.each([
    ['knows conditions', true],
    ['knows none', false],
  ])('is a sentence without the key, where the bucket %s', async (_what, knowsConditions) => {
    const { url, takeAway, close } = await openTestBucket({ knowsConditions });
    const store = openReleaseStore(url);
    await takeAway();
    const refusal =
      /^The release store http:\/\/127\.0\.0\.1:\d+\/solvent-files could not .+: .*ECONNREFUSED.*\. See that it is there and may be written/;
    const tries = [store.read('a'), store.put('a', 'b'), store.create('a', 'b'), store.readJson('a'), store.list('a')];
    for (const outcome of await Promise.allSettled(tries)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DeliveryError) });
      expect(outcome.status === 'rejected' && String(outcome.reason.message)).toMatch(refusal);
      expect(outcome.status === 'rejected' && String(outcome.reason.message)).not.toContain('S3RVER');
    }
    await close();
  });

  it('is one whose bucket nobody made', async () => {
    const { url, close } = await openTestBucket();
    const store = openReleaseStore(url.replace('/solvent-files?', '/other?'));
    await expect(store.read('a')).rejects.toThrow(/could not read a: .*bucket/i);
    await close();
  });

  it('is one that has a file for a folder', async () => {
    const file = join(tmpdir(), `solvent-no-folder-${process.pid}`);
    await writeFile(file, '');
    await expect(openReleaseStore(file).create('a', 'b')).rejects.toThrow(`The release store ${file} could not make a: `);
    await rm(file);
  });

  it('has an address that can be read', () => {
    expect(() => openReleaseStore('s3://host/bucket')).toThrow('write RELEASES_URL as s3://key:secret@host');
  });
});
