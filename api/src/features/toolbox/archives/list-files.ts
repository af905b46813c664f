import type { ArchivedFile } from '@solvent/contracts';
import type { ObjectStore } from '@solvent/object-store';
import { StoredBytes } from './stored-bytes.ts';
import type { StoredArchive } from './stored-bytes.ts';
import { listEntries, openZip } from './table-of-contents.ts';

/**
 * The files of a stored archive, by path, as its table of contents has them: nothing is unpacked. Folders are in their files' paths.
 * @throws the store's errors; ArchiveRefusal for what was never checked
 */
export async function listFiles(store: ObjectStore, archive: StoredArchive): Promise<ArchivedFile[]> {
  const bytes = new StoredBytes(store, archive);
  try {
    const entries = await listEntries(bytes, await openZip(bytes));
    return entries
      .filter(({ path }) => !path.endsWith('/'))
      .map(({ path, entry }) => ({ path, size: entry.uncompressedSize }))
      .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  } catch (error) {
    throw bytes.failure ?? error;
  }
}
