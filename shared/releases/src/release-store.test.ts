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

  it('are read as bytes and as JSON; undefined if missing', async () => {
    const { store } = opened;
    await store.put('shell/1.0.0/main.js', Buffer.from('main()'));
    await store.create('channels/production/current.json', '{"revision":1}');
    expect(String(await store.read('shell/1.0.0/main.js'))).toBe('main()');
    expect(await opened.another().readJson('channels/production/current.json')).toEqual({ revision: 1 });
    expect(await store.read('shell/1.0.0/other.js')).toBeUndefined();
    expect(await store.readJson('shell/1.0.0/release.json')).toBeUndefined();
  });

  it('name the file with invalid JSON', async () => {
    await opened.store.put('channels/production/current.json', '{"revision":');
    const reading = opened.store.readJson('channels/production/current.json');
    await expect(reading).rejects.toThrow(
      /^channels\/production\/current\.json in the release store is not valid JSON \(.+\): it was edited/,
    );
    await expect(reading).rejects.toBeInstanceOf(DeliveryError);
  });
});

describe('unavailable release store', () => {
  it.each([
    ['knows conditions', true],
    ['knows none', false],
  ])('throws an error without the secret if the bucket %s', async (_what, knowsConditions) => {
    const { url, takeAway, close } = await openTestBucket({ knowsConditions });
    const store = openReleaseStore(url);
    await takeAway();
    const refusal =
      /^The release store http:\/\/127\.0\.0\.1:\d+\/solvent-files could not .+: .*ECONNREFUSED.*\. Check that it exists and is writable/;
    const tries = [store.read('a'), store.put('a', 'b'), store.create('a', 'b'), store.readJson('a'), store.list('a')];
    for (const outcome of await Promise.allSettled(tries)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DeliveryError) });
      expect(outcome.status === 'rejected' && String(outcome.reason.message)).toMatch(refusal);
      expect(outcome.status === 'rejected' && String(outcome.reason.message)).not.toContain('S3RVER');
    }
    await close();
  });

  it('rejects an invalid address', () => {
    expect(() => openReleaseStore('s3://host/bucket')).toThrow('write RELEASES_URL as s3://key:secret@host');
  });
});
