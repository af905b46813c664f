import { mkdtemp, open as openFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolder } from './index.ts';
import type { ObjectStore } from './index.ts';

describe('folder', () => {
  let folder: string;
  let store: ObjectStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'solvent-test-store-'));
    store = openFolder(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('removes a nested folder with its last file, and keeps top-level folders', async () => {
    for (const key of ['modules/a/0', 'modules/a/1', 'marks/a']) await store.put(key, Buffer.from(key));
    for (const key of ['modules/a/0', 'marks/a', 'modules/b/0']) await store.delete(key);
    expect(await readdir(join(folder, 'modules', 'a'))).toEqual(['1']);
    await store.delete('modules/a/1');
    expect([await readdir(join(folder, 'modules')), (await readdir(folder)).toSorted()]).toEqual([[], ['marks', 'modules']]);
  });

  it('accepts files into a folder that others empty concurrently', async () => {
    const putAndDelete = async (key: string) => {
      for (let times = 0; times < 300; times += 1) await store.put(key, key).then(() => store.delete(key));
    };
    await Promise.all(['modules/a/0', 'modules/a/1', 'modules/a/2'].map(putAndDelete));
    expect(await readdir(join(folder, 'modules'))).toEqual([]);
  });

  it('replaces a file without affecting its current readers', async () => {
    await store.put('page.html', 'the whole page');
    const reader = await openFile(join(folder, 'page.html'));
    await store.put('page.html', 'another');
    expect(await reader.readFile('utf8')).toBe('the whole page');
    await reader.close();
  });

  it('removes drafts of killed writers, but not recent ones', async () => {
    for (const name of ['old', 'new']) {
      await store.put(`modules/${name}/0`, '');
      await writeFile(join(folder, 'modules', name, '0.draft'), '');
    }
    const hourAgo = new Date(Date.now() - 3_600_000);
    await utimes(join(folder, 'modules/old/0.draft'), hourAgo, hourAgo);
    await store.delete('modules/old/0');
    expect(await store.list('')).toEqual(['modules/new/0']);
    await store.removeUnfinished('modules', new Date(Date.now() - 1_800_000));
    expect(await readdir(join(folder, 'modules'))).toEqual(['new']);
    expect((await readdir(join(folder, 'modules', 'new'))).toSorted()).toEqual(['0', '0.draft']);
  });

  it('treats a name that is too long as missing', async () => {
    const key = `modules/${'x'.repeat(300)}`;
    expect([await store.read(key), await store.exists(key), await store.touch(key)]).toEqual([undefined, false, false]);
  });

  it('throws if its path is a file', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(openFolder(join(folder, 'file')).create('a', 'b')).rejects.toThrow(`${folder}/file could not create a: `);
  });
});
