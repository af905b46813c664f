import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
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

  it('stores a stream', async () => {
    await createFolderFiles(folder).put('messages/a/0', Readable.from([Buffer.from('one '), Buffer.from('two')]));
    expect(await read('messages/a/0')).toBe('one two');
  });

  it.each([
    ['at once', []],
    ['in the middle', [Buffer.alloc(200_000)]],
  ])('leaves nothing of a stream that breaks %s, and throws its error', async (_when, chunks) => {
    const broken = Readable.from(
      (function* () {
        yield* chunks;
        throw new Error('cut off');
      })(),
    );
    await expect(createFolderFiles(folder).put('messages/a/0', broken)).rejects.toThrow('cut off');
    expect(await readdir(join(folder, 'messages', 'a'))).toEqual([]);
  });

  it('reads a part', async () => {
    const store = createFolderFiles(folder);
    await store.put('a', Buffer.from('0123456789'));
    const part = await store.read('a', { first: 2, last: 4 });
    expect(part && (await text(part))).toBe('234');
    expect(await store.read('b', { first: 2, last: 4 })).toBeUndefined();
  });

  it('lists what lies right under a folder', async () => {
    const store = createFolderFiles(folder);
    for (const key of ['in/a', 'in/b', 'in/deeper/c', 'd']) await store.put(key, Buffer.from(key));
    expect((await store.list('in')).toSorted()).toEqual(['in/a', 'in/b']);
    expect(await store.list('nowhere')).toEqual([]);
  });
});
