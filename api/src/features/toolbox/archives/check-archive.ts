import { createHash } from 'node:crypto';
import type { ReviewFinding } from '@solvent/contracts';
import type { ObjectStore } from '@solvent/object-store';
import { ArchiveRefusal, encrypted } from './archive-refusal.ts';
import { checkCount, checkUnpacked, MODULE_LIMITS } from './limits.ts';
import type { ArchiveLimits } from './limits.ts';
import { SecretSearch } from './secret-search.ts';
import { StoredBytes } from './stored-bytes.ts';
import type { StoredArchive } from './stored-bytes.ts';
import { backslashesIn, listEntries, openZip } from './table-of-contents.ts';
import { unpackEntry } from './unpack-entry.ts';

const NO_ZIP = 'This file is not a zip archive, or a part of it is missing. Make the archive again and upload that.';

/** What the archive reader says of an archive that it cannot read, said to people. */
function sayable(error: unknown): ArchiveRefusal {
  if (error instanceof ArchiveRefusal) return error;
  const text = error instanceof Error ? error.message : '';
  if (text.includes('encryption')) return encrypted();
  if (text.startsWith('multi-disk')) return new ArchiveRefusal('The archive is split into parts. Make one archive of all.');
  return new ArchiveRefusal(NO_ZIP);
}

/** What the check of an archive found. */
interface ArchiveReport {
  /** Secrets in its files, and files that should be left out, for its author to look at. */
  findings: ReviewFinding[];
  /** Places in the archive of the backslashes of an old Windows tool, which are to become slashes. */
  backslashes: number[];
}

async function check(bytes: StoredBytes, limits: ArchiveLimits): Promise<ArchiveReport> {
  // A program with an archive at its end is a zip to some, and a program to others.
  const beginning = (await bytes.slice(0, Math.min(4, bytes.size))).toString('latin1');
  if (beginning !== 'PK\x03\x04' && beginning !== 'PK\x05\x06') throw new ArchiveRefusal(NO_ZIP);
  const zip = await openZip(bytes);
  checkCount(zip.entryCount, limits);
  const entries = await listEntries(bytes, zip);
  if (entries.every(({ path }) => path.endsWith('/')))
    throw new ArchiveRefusal('The archive is empty. Put the files of the module into it.');
  const claimed = entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  checkUnpacked(claimed, bytes.size, limits);
  const secrets = new SecretSearch();
  let unpacked = 0;
  for (const listed of entries) {
    const search = secrets.file(listed.path);
    await unpackEntry(zip, listed, (chunk) => {
      unpacked += chunk.length;
      checkUnpacked(unpacked, bytes.size, limits);
      search.look(chunk);
    });
    search.end();
  }
  return { findings: secrets.findings, backslashes: backslashesIn(entries) };
}

/**
 * Checks a stored zip by its table of contents, then by unpacking every file into nothing, with limits on the way; some
 * megabytes of it are in memory at most, and nothing of it is written.
 * @throws ArchiveRefusal with what is to be changed; the store's own errors
 */
export async function checkArchive(
  store: ObjectStore,
  archive: StoredArchive,
  limits: ArchiveLimits = MODULE_LIMITS,
): Promise<ArchiveReport> {
  const bytes = new StoredBytes(store, archive);
  try {
    return await check(bytes, limits);
  } catch (error) {
    throw bytes.failure ?? sayable(error);
  }
}

/**
 * Stores a checked archive with slashes instead of backslashes in its names (product 5.17): all programs unpack it to the same files.
 * @returns its SHA-256 then, in hex
 */
export async function storeSlashes(store: ObjectStore, key: string, backslashes: number[]): Promise<string> {
  const content = await store.readAll(key);
  if (content === undefined) throw new Error('An archive was deleted while it was checked');
  for (const place of backslashes) content.write('/', place);
  await store.put(key, content);
  return createHash('sha256').update(content).digest('hex');
}
