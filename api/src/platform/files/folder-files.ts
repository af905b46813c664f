import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { FileStore } from './file-store.ts';

/** A {@link FileStore} in a folder, which is made when the first file comes. */
export function createFolderFiles(folder: string): FileStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    put: (key, content) => disk.put(key, content),
    read: async (key) => ((await disk.exists(key)) ? disk.getStream(key) : undefined),
    delete: (key) => disk.delete(key),
  };
}
