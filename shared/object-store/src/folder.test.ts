import { mkdtemp, open as openFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolder } from './index.ts';
import type { ObjectStore } from './index.ts';

describe('a folder', () => {
  let folder: string;
  let store: ObjectStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'solvent-test-store-'));
    store = openFolder(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('loses the folder of a thing with its last file, and keeps those of its kind', async () => {
    for (const key of ['modules/a/0', 'modules/a/1', 'marks/a']) await store.put(key, Buffer.from(key));
    for (const key of ['modules/a/0', 'marks/a', 'modules/b/0']) await store.delete(key);
    expect(await readdir(join(folder, 'modules', 'a'))).toEqual(['1']);
    await store.delete('modules/a/1');
    expect([await readdir(join(folder, 'modules')), (await readdir(folder)).toSorted()]).toEqual([[], ['marks', 'modules']]);
  });

  it('takes files into a folder that others empty at the same moment', async () => {
    const comeAndGo = async (key: string) => {
      for (let times = 0; times < 300; times += 1) await store.put(key, key).then(() => store.delete(key));
    };
    await Promise.all(['modules/a/0', 'modules/a/1', 'modules/a/2'].map(comeAndGo));
    expect(await readdir(join(folder, 'modules'))).toEqual([]);
  });

  it('puts a file in place of the one that is there: who reads that one reads all of it', async () => {
    await store.put('page.html', 'the whole page');
    const reader = await openFile(join(folder, 'page.html'));
    await store.put('page.html', 'another');
    expect(await reader.readFile('utf8')).toBe('the whole page');
    await reader.close();
  });

  it('loses what writers that were killed had begun, and not what others have just begun', async () => {
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

  it('has nothing under a name that no file can have', async () => {
    const key = `modules/${'x'.repeat(300)}`;
    expect([await store.read(key), await store.exists(key), await store.touch(key)]).toEqual([undefined, false, false]);
  });

  it('that has a file in its place is an error', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(openFolder(join(folder, 'file')).create('a', 'b')).rejects.toThrow(`${folder}/file could not make a: `);
  });
});
