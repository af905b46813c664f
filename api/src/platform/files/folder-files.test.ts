import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createFolderFiles } from './folder-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solvent-test-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function read(key: string): Promise<string | undefined> {
  const content = await createFolderFiles(folder).read(key);
  return content && text(content);
}

describe('files in a folder', () => {
  it('gives back what was put, and the last of two', async () => {
    const store = createFolderFiles(join(folder, 'made', 'when', 'needed'));
    await store.put('avatars/a.webp', Buffer.from('one'));
    await store.put('avatars/a.webp', Buffer.from('two'));
    const content = await store.read('avatars/a.webp');
    expect(content && (await text(content))).toBe('two');
  });

  it('deletes one file and no other', async () => {
    const store = createFolderFiles(folder);
    await store.put('avatars/a.webp', Buffer.from('a'));
    await store.put('avatars/b.webp', Buffer.from('b'));
    await store.delete('avatars/a.webp');
    expect(await readdir(join(folder, 'avatars'))).toEqual(['b.webp']);
    expect(await read('avatars/a.webp')).toBeUndefined();
    expect(await read('avatars/b.webp')).toBe('b');
  });

  it('is content when there is nothing to delete', async () => {
    await expect(createFolderFiles(folder).delete('avatars/gone.webp')).resolves.toBeUndefined();
  });
});
