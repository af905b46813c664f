import type { ReviewFinding } from '@solvent/contracts';
import { openFolder } from '@solvent/object-store';
import type { ObjectStore } from '@solvent/object-store';
import { checkArchive } from '../features/toolbox/archives/check-archive.ts';
import { temporaryFolder } from './server-process.ts';

export function createArchiveChecker(): {
  store: ObjectStore;
  check(archive: Buffer, limits?: Parameters<typeof checkArchive>[2]): Promise<ReviewFinding[]>;
  remove(): void;
} {
  const folder = temporaryFolder();
  const store = openFolder(folder.path);
  let count = 0;
  return {
    store,
    async check(archive, limits) {
      count += 1;
      const key = `archives/${count}`;
      await store.put(key, archive);
      return (await checkArchive(store, { key, size: archive.length }, limits)).findings;
    },
    remove: folder.remove,
  };
}
