import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { storeLayout } from '@solvent/federation/manifest';
import { changeChannel, findRelease, getRelease } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import { STORES } from '@solvent/releases/testing';
import type { TestStore } from '@solvent/releases/testing';
import { buildRemote, buildShell, findBuiltFile, makeWorkspace } from '../testing/builds.ts';
import type { RemoteOptions } from '../testing/builds.ts';
import { removeLeftover, findLeftovers } from './clear-away.ts';
import { describePublished, publish } from './publish.ts';
import { readBuild } from './read-build.ts';

const DAY = 24 * 60 * 60 * 1000;
const LONG_AGO = new Date(Date.now() - 30 * DAY);
const weekAgo = () => new Date(Date.now() - 7 * DAY);
const VARIANTS = ['', '.br', '.gz'];

// The two that differ most: a folder, and a bucket without conditional writes.
describe.each([STORES.slice(0, 1), STORES.slice(-1)].flat())('files that releases share, in %s', (_kind, open) => {
  let root = '';
  let opened: TestStore;
  let store: ReleaseStore;

  beforeEach(async () => {
    root = await makeWorkspace();
    opened = await open();
    ({ store } = opened);
  });

  afterEach(async () => {
    await opened.close();
    await rm(root, { recursive: true });
  });

  async function build(version: string, options: RemoteOptions = {}) {
    await buildRemote(root, 'toolbox', { version, ...options });
    return readBuild('toolbox', join(root, 'mf-toolbox/dist'));
  }
  const getKey = (path: string) => storeLayout.file('toolbox', '', findBuiltFile(root, 'toolbox', path));
  const there = (keys: string[]) => Promise.all(keys.map((key) => store.exists(key)));

  /** Makes all that there is as old as a month, also in what its releases say. */
  async function ageAll(): Promise<void> {
    for (const { key } of await store.listObjects('remotes')) {
      if (key.endsWith('/release.json')) {
        const release: object = JSON.parse(String(await store.read(key)));
        await store.put(key, JSON.stringify({ ...release, publishedAt: LONG_AGO.toISOString() }));
      }
      await opened.age(key, LONG_AGO);
    }
  }

  /** Every file of a release that is not in the store. */
  async function listMissing(name: string, version: string): Promise<string[]> {
    const { files } = await getRelease(store, name, version);
    const keys = files.map(({ path }) => storeLayout.file(name, version, path));
    const found = await there(keys);
    return keys.filter((_key, index) => !found[index]);
  }

  /** A store in which something happens right before a release is sealed, when all its files are there. */
  const beforeSeal = (happens: () => Promise<unknown>): ReleaseStore => ({
    ...store,
    create: async (key, content) => {
      await happens();
      return store.create(key, content);
    },
  });

  async function gc(): Promise<string[]> {
    const { old } = await findLeftovers(store, weekAgo());
    for (const leftover of old) await removeLeftover(store, leftover);
    return old.map(({ title }) => title);
  }

  it('are uploaded once: the next release adds only changed files, and publish reports it', async () => {
    expect(describePublished(await publish(store, await build('1.0.0')))).toMatch(
      /^Published toolbox@1\.0\.0: 3 files named by content, 3 of them new \(0\.\d kB compressed\)\.$/,
    );
    const put: string[] = [];
    const counted = { ...store, put: async (key: string, bytes: Buffer) => (put.push(key), store.put(key, bytes)) };
    const published = await publish(counted, await build('1.1.0', { text: 'changed' }));
    const entry = getKey('remoteEntry.js');
    expect(put.filter((key) => key.startsWith('remotes/toolbox/files/')).toSorted()).toEqual(
      VARIANTS.map((ending) => `${entry}${ending}`),
    );
    expect(describePublished(published)).toMatch(/: 3 files named by content, 1 of them new \(0\.\d kB compressed\)\.$/);
    expect(describePublished(await publish(store, await build('1.2.0', { text: 'changed' })))).toContain('0 of them new (0.0 kB');
  });

  it('are rejected if the store has other bytes under their name, and nothing becomes live', async () => {
    await buildShell(root);
    const { release: shell } = await publish(store, await readBuild('shell', join(root, 'shell/dist')));
    await changeChannel(store, 'production', [shell], { who: 'ada', why: '' });
    const remote = await build('1.0.0');
    const key = getKey('list.js');
    await store.put(key, 'other()');
    await expect(publish(store, remote)).rejects.toThrow(
      `${key} in the release store holds other bytes than its name says: somebody changed it by hand, or the store damaged it. ` +
        `toolbox@1.0.0 is not published. Remove ${key} from the store and publish again: that puts it there as it was built.`,
    );
    expect(await findRelease(store, 'toolbox', '1.0.0')).toBeUndefined();
    const promoted = changeChannel(store, 'production', [{ name: 'toolbox', version: '1.0.0' }], { who: 'ada', why: '' });
    await expect(promoted).rejects.toThrow('toolbox@1.0.0 is not published');
    expect(String(await store.read(key))).toBe('other()');
    await store.delete(key);
    expect((await publish(store, remote)).isNew).toBe(true);
    expect(await listMissing('toolbox', '1.0.0')).toEqual([]);
  });

  it('have their variants restored by the next release that contains them', async () => {
    await publish(store, await build('1.0.0'));
    const key = getKey('list.js');
    const brotli = await store.read(`${key}.br`);
    await store.put(`${key}.br`, 'cut sh');
    await store.delete(`${key}.gz`);
    await publish(store, await build('1.1.0'));
    expect(await store.read(`${key}.br`)).toEqual(brotli);
    expect(await store.exists(`${key}.gz`)).toBe(true);
  });

  it('are restored when the version that lost them is published again, and publish reports it', async () => {
    const remote = await build('1.0.0');
    await publish(store, remote);
    expect(describePublished(await publish(store, remote))).toBe('toolbox@1.0.0 is published already.');
    const lost = [getKey('list.js'), getKey('remote.js'), 'remotes/toolbox/1.0.0/remote.json'];
    for (const key of lost) await store.delete(key);
    const mended = await publish(store, remote);
    expect([mended.isNew, mended.added.toSorted()]).toEqual([
      false,
      [findBuiltFile(root, 'toolbox', 'list.js'), findBuiltFile(root, 'toolbox', 'remote.js'), 'remote.json'].toSorted(),
    ]);
    expect(describePublished(mended)).toMatch(
      /^toolbox@1\.0\.0 is published already\. These of its files were missing and are there again: /,
    );
    expect(await listMissing('toolbox', '1.0.0')).toEqual([]);
  });

  describe('during a publish of files that gc is about to remove', () => {
    /** Files of a removed release that the next release shares. */
    beforeEach(async () => {
      await publish(store, await build('1.0.0'));
      await ageAll();
      await store.delete('remotes/toolbox/1.0.0/release.json');
    });

    it('stay if the release was completed after gc listed them', async () => {
      const { old } = await findLeftovers(store, weekAgo());
      expect(old.map(({ title }) => title)).toEqual([
        'the unfinished upload of toolbox@1.0.0',
        'what no release of toolbox lists',
      ]);
      await publish(store, await build('1.1.0'));
      await ageAll();
      expect(await Promise.all(old.map((leftover) => removeLeftover(store, leftover)))).toEqual([2, 0]);
      expect(await listMissing('toolbox', '1.1.0')).toEqual([]);
    });

    it('stay if it is about to be completed: a publish makes its files young', async () => {
      const { old } = await findLeftovers(store, weekAgo());
      const removed: number[] = [];
      const meanwhile = beforeSeal(async () => {
        for (const leftover of old) removed.push(await removeLeftover(store, leftover));
        expect(await gc()).toEqual([]);
      });
      await publish(meanwhile, await build('1.1.0'));
      expect(removed).toEqual([2, 0]);
    });

    it('are restored if gc removed them first', async () => {
      const keys = VARIANTS.map((ending) => `${getKey('list.js')}${ending}`);
      const meanwhile = beforeSeal(() => Promise.all(keys.map((key) => store.delete(key))));
      await publish(meanwhile, await build('1.1.0'));
      expect(await there(keys)).toEqual([true, true, true]);
      expect(await listMissing('toolbox', '1.1.0')).toEqual([]);
    });
  });
});
