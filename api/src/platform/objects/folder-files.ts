import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { errorCode } from '../errors/error-code.ts';
import type { FileStore } from './file-store.ts';

/** The library's own way says that a stream broke before it has made the file: what it makes then would stay. */
async function putStream(path: string, content: Readable, remove: () => Promise<void>): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(content, createWriteStream(path));
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Folders of single things go with their last file; those of a kind stay, since the next file may be coming into them just now. */
async function removeEmpty(folder: string, key: string): Promise<void> {
  const [, batch, name] = key.split('/');
  if (batch === undefined || name === undefined) return;
  await rmdir(dirname(join(folder, key))).catch((error: unknown) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
  });
}

/** A {@link FileStore} in a folder, which is made when the first file comes. */
export function createFolderFiles(folder: string): FileStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  const remove = async (key: string) => {
    await disk.delete(key);
    await removeEmpty(folder, key);
  };
  return {
    put: (key, content) =>
      content instanceof Readable ? putStream(join(folder, key), content, () => remove(key)) : disk.put(key, content),
    read: async (key, range) => {
      if (!(await disk.exists(key))) return undefined;
      // The library reads whole files alone.
      return range === undefined
        ? disk.getStream(key)
        : createReadStream(join(folder, key), { start: range.first, end: range.last });
    },
    delete: remove,
    list: async (name) => {
      const { objects } = await disk.listAll(name);
      return Array.from(objects).flatMap((found) => (found.isFile ? [found.key] : []));
    },
  };
}
