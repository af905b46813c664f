import { fromRandomAccessReaderPromise, getFileNameLowLevel } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { ArchiveRefusal, quoted } from './archive-refusal.ts';
import { checkEntry, encrypted } from './entry-rules.ts';
import type { ArchiveLimits } from './limits.ts';
import type { StoredBytes } from './stored-bytes.ts';

/** An open archive whose table of contents keeps the rules. */
export interface OpenArchive {
  zip: ZipFile;
  entries: ListedEntry[];
}

/** A file or folder of an archive, as its table of contents has it. */
export interface ListedEntry {
  path: string;
  entry: Entry;
}

const NO_ZIP = 'This file is not a zip archive, or a part of it is missing. Make the archive again and upload that.';
const HIDDEN = 'The archive holds files that its table of contents hides. Make it again with another program.';
const MIB = 1024 * 1024;
/** Less than this (bytes) harms nobody, however small it was packed. */
const HARMLESS = MIB;

const megabytes = (bytes: number) => `${Math.ceil(bytes / MIB).toLocaleString('en-US')} MB`;

const unpacksToTooMuch = (bytes: number, { unpackedMaxBytes }: ArchiveLimits): ArchiveRefusal =>
  new ArchiveRefusal(
    `Unpacked, the archive has ${megabytes(bytes)} or more: at most ${megabytes(unpackedMaxBytes)} are taken. Leave out what can be installed or made, such as node_modules and builds.`,
  );

const tooMany = (count: number, { entriesMax }: ArchiveLimits) =>
  new ArchiveRefusal(
    `The archive has ${count.toLocaleString('en-US')} files and folders: at most ${entriesMax.toLocaleString('en-US')} are taken. Leave out what can be installed, such as node_modules.`,
  );

const packedTooWell = (ratioMax: number) =>
  new ArchiveRefusal(
    `The archive unpacks to more than ${ratioMax} times its size, as archives do that are made to harm. Leave out large files of repeated content.`,
  );

/** The comments and extra fields of 5,000 entries may be as large as the archive: nobody needs them any more. */
function withoutExtras(entry: Entry): Entry {
  const nothing = Buffer.alloc(0);
  return Object.assign(entry, { extraFields: [], extraFieldRaw: nothing, fileComment: '', comment: '', fileCommentRaw: nothing });
}

function listed(entry: Entry): ListedEntry {
  const path = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  checkEntry({
    path,
    mode: entry.externalFileAttributes >>> 16,
    isEncrypted: entry.isEncrypted(),
    method: entry.compressionMethod,
  });
  return { path, entry: withoutExtras(entry) };
}

async function listAll(zip: ZipFile): Promise<ListedEntry[]> {
  const found = new Map<string, ListedEntry>();
  for await (const entry of zip.eachEntry()) {
    const one = listed(entry);
    if (found.has(one.path)) throw new ArchiveRefusal(`The archive holds ${quoted(one.path)} twice. Keep one of them.`);
    found.set(one.path, one);
  }
  return [...found.values()];
}

/** What follows the last entry must be the table's end: its number of entries may be a lie, and other programs do not count. */
async function checkEnd(bytes: StoredBytes, { readEntryCursor }: ZipFile): Promise<void> {
  // The types of the library call this place a boolean.
  const place = Number(readEntryCursor);
  if ((await bytes.at(place, 4)).equals(Buffer.from('PK\x01\x02', 'latin1'))) throw new ArchiveRefusal(HIDDEN);
}

function checkSizes(entries: ListedEntry[], packed: number, limits: ArchiveLimits): void {
  const unpacked = entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  if (entries.every(({ path }) => path.endsWith('/')))
    throw new ArchiveRefusal('The archive is empty. Put the files of the module into it.');
  checkUnpacked(unpacked, packed, limits);
}

/** Holds what was unpacked so far, or is said to be in there, to the limits (bytes). @throws ArchiveRefusal */
export function checkUnpacked(unpacked: number, packed: number, limits: ArchiveLimits): void {
  if (unpacked > limits.unpackedMaxBytes) throw unpacksToTooMuch(unpacked, limits);
  if (unpacked > HARMLESS && unpacked > packed * limits.ratioMax) throw packedTooWell(limits.ratioMax);
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
  const entries = await listAll(zip);
  await checkEnd(bytes, zip);
  checkSizes(entries, bytes.size, limits);
  return { zip, entries };
}
