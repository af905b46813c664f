import type { ReleaseStore } from '@solvent/releases';
import { storeLayout } from '@solvent/federation/manifest';
import { recordedLog } from '../../testing/recorded-log.ts';
import { releasesInBucket, releasesInFolder } from '../../testing/releases.ts';
import type { TestReleases } from '../../testing/releases.ts';
import { VERSIONS } from '../../testing/site.ts';
import { createLiveReader } from './live-channel.ts';

/** As long as a test may take, so that a slow machine is not mistaken for a slow store. */
const PATIENT_TIMEOUT_MS = 60_000;

const KEYS = {
  current: storeLayout.current('production'),
  revision: storeLayout.revision('production', 2),
  page: storeLayout.page('production', 2, 'terms.html'),
  notFound: storeLayout.page('production', 2, 'not-found.html'),
};

describe('the live revision', () => {
  let releases: TestReleases;

  beforeEach(async () => {
    releases = await releasesInFolder();
    await releases.goLive(1, VERSIONS);
    await releases.goLive(2, { ...VERSIONS, toolbox: '1.0.0-cc' });
  });

  afterEach(() => releases.close());

  const getRevision = async (live: ReturnType<typeof createLiveReader>) => (await live())?.document.revision;
  const edited = async (key: string, change: (text: string) => string) =>
    releases.store.put(key, change(String(await releases.store.read(key))));

  it('follows the pointer at the next page', async () => {
    const live = createLiveReader(releases.store, { channel: 'production' }, recordedLog().logger, PATIENT_TIMEOUT_MS);
    expect(await getRevision(live)).toBe(2);
    await releases.goLive(3, VERSIONS);
    expect(await getRevision(live)).toBe(3);
    await releases.store.put(KEYS.current, '{"revision":1}');
    expect(await getRevision(live)).toBe(1);
  });

  it('is undefined for an unknown channel', async () => {
    const { lines, logger } = recordedLog();
    expect(await createLiveReader(releases.store, { channel: 'staging' }, logger)()).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it.each<[what: string, key: string, change: (text: string) => string]>([
    ['a revision that is no JSON', KEYS.revision, (text) => text.slice(0, 40)],
    ['a revision that has no remotes', KEYS.revision, (text) => text.replace('"remotes"', '"removes"')],
    ['a revision that says it is another one', KEYS.revision, (text) => text.replace('"revision":2', '"revision":7')],
    [
      'a revision that says it is of another channel',
      KEYS.revision,
      (text) => text.replace('"channel":"production"', '"channel":"x"'),
    ],
    ['a revision that pins what its pages do not', KEYS.revision, (text) => text.replaceAll('1.0.0-cc', '1.0.0-evil')],
    ['a page with a script in it', KEYS.page, (text) => `${text}<script src="https://evil.example"></script>`],
    ['a page that pins what its revision does not', KEYS.notFound, (text) => text.replaceAll('1.0.0-cc', '1.0.0-evil')],
  ])('is the last good one if the newest is damaged: %s', async (_what, key, change) => {
    await edited(key, change);
    const { lines, logger } = recordedLog();
    const live = createLiveReader(releases.store, { channel: 'production' }, logger, PATIENT_TIMEOUT_MS);
    expect(await getRevision(live)).toBe(1);
    expect(await getRevision(live)).toBe(1);
    expect(lines).toEqual([
      expect.stringContaining(
        'Revision 2 of production or its pages are not as delivery made them. Revision 1 of production is served; ' +
          'any change of the channel with pnpm delivery fixes this.',
      ),
    ]);
    await releases.goLive(3, VERSIONS);
    expect(await getRevision(live)).toBe(3);
  });

  it('is not one with truncated pages', async () => {
    await releases.store.delete(KEYS.page);
    expect(await getRevision(createLiveReader(releases.store, { channel: 'production' }, recordedLog().logger))).toBe(1);
  });

  it.each([
    ['is no JSON', 'revision 2'],
    ['names no number', '{"revision":"two"}'],
    ['names what never was', '{"revision":9000}'],
  ])('is the newest good one if the pointer %s', async (_what, text) => {
    await releases.store.put(KEYS.current, text);
    const { lines, logger } = recordedLog();
    expect(await getRevision(createLiveReader(releases.store, { channel: 'production' }, logger))).toBe(2);
    expect(lines).toHaveLength(1);
  });

  it('stays the same if the pointer is missing', async () => {
    const { lines, logger } = recordedLog();
    const live = createLiveReader(releases.store, { channel: 'production' }, logger, PATIENT_TIMEOUT_MS);
    await releases.store.put(KEYS.current, '{"revision":1}');
    await getRevision(live);
    await releases.store.delete(KEYS.current);
    expect(await getRevision(live)).toBe(1);
    expect(lines.join()).toContain('channels/production/current.json names no revision.');
  });
});

it('stays the same while the store is unavailable, and is updated afterwards', async () => {
  const releases = await releasesInBucket();
  await releases.goLive(1, VERSIONS);
  const { lines, logger } = recordedLog();
  const live = createLiveReader(releases.store, { channel: 'production' }, logger, PATIENT_TIMEOUT_MS);
  await live();
  await releases.takeAway();
  expect((await live())?.document.revision).toBe(1);
  expect((await live())?.document.revision).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/could not read channels\/production\/current\.json: .*ECONNREFUSED/);
  await expect(createLiveReader(releases.store, { channel: 'production' }, logger)()).rejects.toThrow('ECONNREFUSED');
  await releases.bringBack();
  await releases.goLive(2, VERSIONS);
  expect((await live())?.document.revision).toBe(2);
  await releases.close();
});

describe('a slow store', () => {
  it('delays no page beyond the timeout, and is read once for all', async () => {
    const releases = await releasesInFolder();
    await releases.goLive(1, VERSIONS);
    let delay = Promise.resolve();
    let readCount = 0;
    const read = async (key: string) => {
      readCount += 1;
      await delay;
      return releases.store.read(key);
    };
    const slow: ReleaseStore = { ...releases.store, read };
    const { lines, logger } = recordedLog();
    const live = createLiveReader(slow, { channel: 'production' }, logger, 5);
    await live();
    let respond = () => {};
    delay = new Promise((resolve) => {
      respond = resolve;
    });
    readCount = 0;
    const pages = await Promise.all([live(), live(), live()]);
    expect(pages.map((page) => page?.document.revision)).toEqual([1, 1, 1]);
    expect((await live())?.document.revision).toBe(1);
    expect(readCount).toBe(1);
    expect(lines.join()).toContain('The release store is slow to respond.');
    respond();
    await releases.close();
  });
});
