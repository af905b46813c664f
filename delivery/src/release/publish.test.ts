import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { storeLayout } from '@solvent/federation/manifest';
import { changeChannel, findRelease, openChannel, openReleaseStore, readPages } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import { buildRemote, buildShell, makeWorkspace } from '../testing/builds.ts';
import { compress } from './compress.ts';
import { publish } from './publish.ts';
import { readBuild } from './read-build.ts';

let root = '';
let store: ReleaseStore;
beforeEach(async () => {
  root = await makeWorkspace();
  store = openReleaseStore(join(root, 'store'));
  await buildShell(root);
  await buildRemote(root, 'toolbox', { page: "localStorage.setItem('solvent.toolbox.view', 'grid');" });
});
afterEach(() => rm(root, { recursive: true }));

const read = (name: string) => readBuild(name, join(root, name === 'shell' ? 'shell/dist' : `mf-${name}/dist`));

it('of two concurrent publishes of a version, one creates it; the release lists its storage keys', async () => {
  const build = await read('toolbox');
  const published = await Promise.all([publish(store, build), publish(store, build)]);
  expect(published.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(published[0]?.release.storage).toEqual(['solvent.toolbox.view']);
});

describe('a store that fails midway', () => {
  const reason = { who: 'ada', why: '' };
  const REMOTE = { name: 'toolbox', version: '1.0.0-remote01' };

  /** A store that fails after this many writes. */
  function goneAfter(writes: number): ReleaseStore {
    let left = writes;
    const counted = <Args extends unknown[], Value>(write: (...args: Args) => Promise<Value>) => {
      return async (...args: Args): Promise<Value> => {
        left -= 1;
        if (left < 0) throw new Error('gone');
        return write(...args);
      };
    };
    return { ...store, put: counted(store.put), create: counted(store.create) };
  }

  // The order of writes is the same in every store.
  it('shows nothing of an interrupted publish, and accepts it completely later', async () => {
    const remote = await read('toolbox');
    let writes = 0;
    for (; ; writes += 1) {
      const outcome = await publish(goneAfter(writes), remote).catch((error: unknown) => error);
      if (!(outcome instanceof Error)) break;
      expect(await findRelease(store, REMOTE.name, REMOTE.version)).toBeUndefined();
    }
    expect(writes).toBeGreaterThan(remote.files.length);
    const release = await findRelease(store, REMOTE.name, REMOTE.version);
    expect(release?.files.map(({ path }) => path)).toEqual(remote.files.map(({ path }) => path));
    for (const { path, bytes } of remote.files)
      expect(await store.read(storeLayout.file(REMOTE.name, REMOTE.version, path))).toEqual(bytes);
  });

  it('serves either the old or the new live versions completely after an interrupted promotion, and continues later', async () => {
    for (const name of ['shell', 'toolbox']) await publish(store, await read(name));
    await changeChannel(store, 'production', [{ name: 'shell', version: '1.0.0-shell001' }], reason);
    const channel = openChannel(store, 'production');
    let writes = 0;
    for (; ; writes += 1) {
      const outcome = await changeChannel(goneAfter(writes), 'production', [REMOTE], reason).catch((error: unknown) => error);
      const live = await channel.newest(await channel.current());
      expect(live && (await readPages(store, live))).toBeDefined();
      if (!(outcome instanceof Error)) break;
      expect(live?.document.remotes).toEqual([]);
    }
    expect(writes).toBeGreaterThan(2);
    const live = await channel.newest(await channel.current());
    expect(live?.document.remotes).toMatchObject([REMOTE]);
    expect(live?.document.revision).toBe(2);
  });
});

describe('compression', () => {
  const text = Buffer.from('export const answer = 42;\n'.repeat(50));

  it.each([
    ['a picture, which is compressed by its format', 'photo.webp', text],
    ['a font', 'inter.woff2', text],
    ['what is tiny', 'tiny.js', Buffer.from('let a;')],
    ['what does not shrink', 'noise.js', randomBytes(2000)],
  ])('leaves %s as it is', async (_what, path, bytes) => {
    expect(await compress(path, bytes)).toEqual({ brotli: undefined, gzip: undefined });
  });
});
