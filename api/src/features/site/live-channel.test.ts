import type { ReleaseStore } from '@solvent/releases';
import { storeLayout } from '@solvent/federation/manifest';
import { recordedLog } from '../../testing/recorded-log.ts';
import { releasesInBucket, releasesInFolder } from '../../testing/releases.ts';
import type { TestReleases } from '../../testing/releases.ts';
import { VERSIONS } from '../../testing/site.ts';
import { createLiveReader } from './live-channel.ts';

/** As long as a test may take (ms): what this machine is slow at is no store that does not answer. */
const PATIENT = 60_000;

const keyOf = {
  current: storeLayout.current('production'),
  revision: storeLayout.revision('production', 2),
  page: storeLayout.page('production', 2, 'terms.html'),
  notFound: storeLayout.page('production', 2, 'not-found.html'),
};

describe('what is live', () => {
  let releases: TestReleases;

  beforeEach(async () => {
    releases = await releasesInFolder();
    await releases.goLive(1, VERSIONS);
    await releases.goLive(2, { ...VERSIONS, toolbox: '1.0.0-cc' });
  });

  afterEach(() => releases.close());

  const revisionOf = async (live: ReturnType<typeof createLiveReader>) => (await live())?.document.revision;
  const edited = async (key: string, change: (text: string) => string) =>
    releases.store.put(key, change(String(await releases.store.read(key))));

  it('is what the pointer says, from the next page on', async () => {
    const live = createLiveReader(releases.store, 'production', recordedLog().logger, PATIENT);
    expect(await revisionOf(live)).toBe(2);
    await releases.goLive(3, VERSIONS);
    expect(await revisionOf(live)).toBe(3);
    await releases.store.put(keyOf.current, '{"revision":1}');
    expect(await revisionOf(live)).toBe(1);
  });

  it('is nothing in a channel that nobody made', async () => {
    const { lines, logger } = recordedLog();
    expect(await createLiveReader(releases.store, 'staging', logger)()).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it.each<[what: string, key: string, change: (text: string) => string]>([
    ['a revision that is no JSON', keyOf.revision, (text) => text.slice(0, 40)],
    ['a revision that has no remotes', keyOf.revision, (text) => text.replace('"remotes"', '"removes"')],
    ['a revision that says it is another one', keyOf.revision, (text) => text.replace('"revision":2', '"revision":7')],
    [
      'a revision that says it is of another channel',
      keyOf.revision,
      (text) => text.replace('"channel":"production"', '"channel":"x"'),
    ],
    ['a revision that pins what its pages do not', keyOf.revision, (text) => text.replaceAll('1.0.0-cc', '1.0.0-evil')],
    ['a page with a script in it', keyOf.page, (text) => `${text}<script src="https://evil.example"></script>`],
    ['a page that pins what its revision does not', keyOf.notFound, (text) => text.replaceAll('1.0.0-cc', '1.0.0-evil')],
  ])('is the last good revision after somebody made of the newest %s', async (_what, key, change) => {
    await edited(key, change);
    const { lines, logger } = recordedLog();
    const live = createLiveReader(releases.store, 'production', logger, PATIENT);
    expect(await revisionOf(live)).toBe(1);
    expect(await revisionOf(live)).toBe(1);
    expect(lines).toEqual([
      expect.stringContaining(
        'Revision 2 of production or its pages are not as delivery made them. Revision 1 of production is served; ' +
          'any change of the channel with pnpm delivery fixes this.',
      ),
    ]);
    await releases.goLive(3, VERSIONS);
    expect(await revisionOf(live)).toBe(3);
  });

  it('is not a revision whose pages are not whole', async () => {
    await releases.store.delete(keyOf.page);
    expect(await revisionOf(createLiveReader(releases.store, 'production', recordedLog().logger))).toBe(1);
  });

  it.each([
    ['is no JSON', 'revision 2'],
    ['names no number', '{"revision":"two"}'],
    ['names what never was', '{"revision":9000}'],
  ])('is the newest good revision where the pointer %s', async (_what, text) => {
    await releases.store.put(keyOf.current, text);
    const { lines, logger } = recordedLog();
    expect(await revisionOf(createLiveReader(releases.store, 'production', logger))).toBe(2);
    expect(lines).toHaveLength(1);
  });

  it('stays what it was where the pointer is gone', async () => {
    const { lines, logger } = recordedLog();
    const live = createLiveReader(releases.store, 'production', logger, PATIENT);
    await releases.store.put(keyOf.current, '{"revision":1}');
    await revisionOf(live);
    await releases.store.delete(keyOf.current);
    expect(await revisionOf(live)).toBe(1);
    expect(lines.join()).toContain('channels/production/current.json names no revision.');
  });
});

it('is what it was while the store is gone, and new again when it is back', async () => {
  const releases = await releasesInBucket();
  await releases.goLive(1, VERSIONS);
  const { lines, logger } = recordedLog();
  const live = createLiveReader(releases.store, 'production', logger, PATIENT);
  await live();
  await releases.takeAway();
  expect((await live())?.document.revision).toBe(1);
  expect((await live())?.document.revision).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/could not read channels\/production\/current\.json: .*ECONNREFUSED/);
  await expect(createLiveReader(releases.store, 'production', logger)()).rejects.toThrow('ECONNREFUSED');
  await releases.bringBack();
  await releases.goLive(2, VERSIONS);
  expect((await live())?.document.revision).toBe(2);
  await releases.close();
});

describe('a store that takes its time', () => {
  it('holds no page up longer than what is known can wait, and is asked once for all', async () => {
    const releases = await releasesInFolder();
    await releases.goLive(1, VERSIONS);
    let answers = Promise.resolve();
    let asked = 0;
    const read = async (key: string) => {
      asked += 1;
      await answers;
      return releases.store.read(key);
    };
    const slow: ReleaseStore = { ...releases.store, read };
    const { lines, logger } = recordedLog();
    const live = createLiveReader(slow, 'production', logger, 5);
    await live();
    let answer = () => {};
    answers = new Promise((resolve) => {
      answer = resolve;
    });
    asked = 0;
    const pages = await Promise.all([live(), live(), live()]);
    expect(pages.map((page) => page?.document.revision)).toEqual([1, 1, 1]);
    expect((await live())?.document.revision).toBe(1);
    expect(asked).toBe(1);
    expect(lines.join()).toContain('The release store is slow to respond.');
    answer();
    await releases.close();
  });
});
