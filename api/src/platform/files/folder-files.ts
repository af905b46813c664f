import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
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

/** A {@link FileStore} in a folder, which is made when the first file comes. */
export function createFolderFiles(folder: string): FileStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    put: (key, content) =>
      content instanceof Readable ? putStream(join(folder, key), content, () => disk.delete(key)) : disk.put(key, content),
    read: async (key, range) => {
      if (!(await disk.exists(key))) return undefined;
      // The library reads whole files alone.
      return range === undefined
        ? disk.getStream(key)
        : createReadStream(join(folder, key), { start: range.first, end: range.last });
    },
    delete: (key) => disk.delete(key),
    list: async (name) => {
      const { objects } = await disk.listAll(name);
      return Array.from(objects).flatMap((found) => (found.isFile ? [found.key] : []));
    },
  };
}
