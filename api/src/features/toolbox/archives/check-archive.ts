import type { ReviewFinding } from '@solvent/contracts';
import type { ObjectStore } from '@solvent/object-store';
import { checkUnpacked, MODULE_LIMITS } from './limits.ts';
import type { ArchiveLimits } from './limits.ts';
import { createNestedCheck } from './nested.ts';
import { SecretSearch } from './secret-search.ts';
import { StoredBytes } from './stored-bytes.ts';
import { openArchive, sayable } from './table-of-contents.ts';
import type { OpenArchive } from './table-of-contents.ts';
import { unpackEntry } from './unpack-entry.ts';

/** An archive as it lies in the file store. */
export interface StoredArchive {
  key: string;
  /** Bytes. */
  size: number;
}

async function unpackAll(bytes: StoredBytes, { zip, entries }: OpenArchive, limits: ArchiveLimits): Promise<ReviewFinding[]> {
  const secrets = new SecretSearch();
  let unpacked = 0;
  for (const listed of entries) {
    const refuseNested = createNestedCheck(listed.path);
    const search = secrets.file(listed.path);
    await unpackEntry(bytes, zip, listed, (chunk) => {
      unpacked += chunk.length;
      checkUnpacked(unpacked, bytes.size, limits);
      refuseNested(chunk);
      search.look(chunk);
    });
    search.end();
  }
  return secrets.findings;
}

/**
 * Checks a stored zip by its table of contents, then by unpacking every file into nothing, with limits on the way; some
 * megabytes of it are in memory at most, and nothing of it is written.
 * @returns secrets that were found in its files, for its author to look at
 * @throws ArchiveRefusal with what is to be changed; the store's own errors
 */
export async function checkArchive(
  store: ObjectStore,
  { key, size }: StoredArchive,
  limits: ArchiveLimits = MODULE_LIMITS,
): Promise<ReviewFinding[]> {
  const bytes = new StoredBytes(store, key, size);
  try {
    return await unpackAll(bytes, await openArchive(bytes, limits), limits);
  } catch (error) {
    if (bytes.failure !== undefined) throw bytes.failure;
    throw sayable(error);
  }
}
