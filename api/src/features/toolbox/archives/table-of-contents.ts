import { fromRandomAccessReaderPromise } from 'yauzl';
import type { ZipFile } from 'yauzl';
import { ArchiveRefusal } from './archive-refusal.ts';
import { encrypted } from './entry-rules.ts';
import { checkUnpacked, tooMany } from './limits.ts';
import type { ArchiveLimits } from './limits.ts';
import { inOrder, listed } from './listed-entry.ts';
import type { ListedEntry } from './listed-entry.ts';
import { Names } from './names.ts';
import type { StoredBytes } from './stored-bytes.ts';
import { checkEnd } from './table-end.ts';

/** An open archive whose table of contents keeps the rules. */
export interface OpenArchive {
  zip: ZipFile;
  entries: ListedEntry[];
}

const NO_ZIP = 'This file is not a zip archive, or a part of it is missing. Make the archive again and upload that.';

async function listAll(bytes: StoredBytes, zip: ZipFile): Promise<ListedEntry[]> {
  // The types of the library call this place a boolean.
  const start = Number(zip.readEntryCursor);
  const names = new Names();
  const found: Omit<ListedEntry, 'next'>[] = [];
  for await (const entry of zip.eachEntry()) {
    const one = listed(entry);
    names.add(one.path);
    found.push(one);
  }
  names.checkFolders();
  await checkEnd(bytes, { start, end: Number(zip.readEntryCursor), count: zip.entryCount });
  return inOrder(found, start);
}

function checkSizes(entries: ListedEntry[], packed: number, limits: ArchiveLimits): void {
  const unpacked = entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  if (entries.every(({ path }) => path.endsWith('/')))
    throw new ArchiveRefusal('The archive is empty. Put the files of the module into it.');
  checkUnpacked(unpacked, packed, limits);
}

/** What the archive reader says of an archive that it cannot read, said to people. */
export function sayable(error: unknown): ArchiveRefusal {
  if (error instanceof ArchiveRefusal) return error;
  const text = error instanceof Error ? error.message : '';
  if (text.includes('encryption')) return encrypted();
  if (text.startsWith('multi-disk')) return new ArchiveRefusal('The archive is split into parts. Make one archive of all.');
  return new ArchiveRefusal(NO_ZIP);
}

async function beginsAsZip(bytes: StoredBytes): Promise<boolean> {
  return ['PK\x03\x04', 'PK\x05\x06'].includes((await bytes.at(0, 4)).toString('latin1'));
}

/**
 * Opens an archive and holds its table of contents to the rules; nothing is unpacked yet.
 * @throws ArchiveRefusal; what the archive reader or the store fails with
 */
export async function openArchive(bytes: StoredBytes, limits: ArchiveLimits): Promise<OpenArchive> {
  // A program with an archive at its end is a zip to some, and a program to others.
  if (!(await beginsAsZip(bytes))) throw new ArchiveRefusal(NO_ZIP);
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
  const zip = await fromRandomAccessReaderPromise(bytes, bytes.size, options);
  if (zip.entryCount > limits.entriesMax) throw tooMany(zip.entryCount, limits);
  const entries = await listAll(bytes, zip);
  checkSizes(entries, bytes.size, limits);
  return { zip, entries };
}
