import type { ArchivedFile } from '@solvent/contracts';
import type { ObjectStore } from '@solvent/object-store';
import { fromRandomAccessReaderPromise, getFileNameLowLevel } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { ArchiveRefusal, encrypted, hidden, quoted } from './archive-refusal.ts';
import { checkNames, checkPath, withSlashes } from './names.ts';
import { StoredBytes } from './stored-bytes.ts';
import type { StoredArchive } from './stored-bytes.ts';

/** Opens an archive. Names and sizes are held to our own rules, which say what to change: the reader's would end it without. */
export const openZip = (bytes: StoredBytes): Promise<ZipFile> =>
  fromRandomAccessReaderPromise(bytes, bytes.size, { autoClose: false, decodeStrings: false, validateEntrySizes: false });

/** A file or folder of an archive, as its table of contents has it. */
export interface ListedEntry {
  path: string;
  /** The path that programs see which do not know the extra field for names of all languages. */
  plainPath: string;
  entry: Entry;
  /** Where its name is in the table of contents. */
  nameAt: number;
  /** Where the next entry begins, or the table of contents. */
  next: number;
}

/** Type of a file as Unix has it; 0 where the archive says nothing of it. */
const typeOf = ({ externalFileAttributes }: Entry) => (externalFileAttributes >>> 28) & 0o17;
const [FOLDER, FILE, LINK] = [0o04, 0o10, 0o12];

/** Why a file or folder is not taken, behind its name, for what kind of thing it is. */
function brokenKind(path: string, entry: Entry): string | undefined {
  const type = typeOf(entry);
  if (type === LINK) return 'is a symbolic link. Put the file that it points to into the archive, in its place.';
  if (type !== 0 && type !== FILE && type !== FOLDER) return 'is neither a file nor a folder. Leave it out of the archive.';
  if (path.endsWith('/') && entry.uncompressedSize > 0)
    return 'is a folder, and yet has content of its own. Make the archive again with another program.';
  if (entry.isEncrypted()) throw encrypted();
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    return 'is packed by a method that many programs cannot unpack. Make an ordinary zip (Deflate).';
  return undefined;
}

const BACKSLASH = 0x5c;
/** The extra field with a name for all languages. */
const NAME_FIELD = 0x7075;
const TWO_NAMES = 'has a second name, and backslashes in its first. Make the archive again with another program.';
const IS_UTF8 = 0x800;
/** In Shift-JIS, Big5 and GBK the byte of a backslash is also the second one of common characters. */
const UNKNOWN_SCRIPT =
  'has backslashes and other letters than English. Make the archive again with a program that writes names in UTF-8.';
/** A line of the table of contents before its name, and an entry's own head before it (bytes). */
const [LINE_HEAD, OWN_HEAD] = [46, 30];

/** Holds a line of the table of contents to the rules. */
function listed(entry: Entry, nameAt: number): Omit<ListedEntry, 'next'> {
  const { generalPurposeBitFlag: flags, fileNameRaw } = entry;
  const path = withSlashes(getFileNameLowLevel(flags, fileNameRaw, entry.extraFields, true));
  const plainPath = withSlashes(getFileNameLowLevel(flags, fileNameRaw, [], true));
  // The extra field has a checksum of the name, which changes with its backslashes.
  if (fileNameRaw.includes(BACKSLASH) && entry.extraFields.some(({ id }) => id === NAME_FIELD))
    throw new ArchiveRefusal(`${quoted(path)} ${TWO_NAMES}`);
  if (!(flags & IS_UTF8) && fileNameRaw.includes(BACKSLASH) && fileNameRaw.some((byte) => byte >= 0x80))
    throw new ArchiveRefusal(`The name ${quoted(path)} ${UNKNOWN_SCRIPT}`);
  checkPath(plainPath);
  checkPath(path);
  const broken = brokenKind(path, entry);
  if (broken !== undefined) throw new ArchiveRefusal(`${quoted(path)} ${broken}`);
  // Extra fields and comments of 5,000 entries may be as large as the archive; the name is a part of the same bytes.
  const none = { extraFields: [], extraFieldRaw: Buffer.alloc(0), fileComment: '', comment: '', fileCommentRaw: Buffer.alloc(0) };
  return { path, plainPath, nameAt, entry: Object.assign(entry, none, { fileNameRaw: Buffer.from(fileNameRaw) }) };
}

const TWO_WAYS = 'The archive does not say the same to all programs that read it. Make it again with another program.';
const [END, LARGE_END] = [22, 76];

/** A number in the archive's end, and what it must say. */
type Said = [at: number, bytes: 2 | 4 | 8, truth: number];

/**
 * The archive's end must say of the table what was read, twice if it is that of a large archive (zip64), too, and be the file's
 * end: programs differ in which of its numbers they go by, and whoever lies in one shows other files to some.
 */
async function checkEnd(bytes: StoredBytes, start: number, end: number, count: number): Promise<void> {
  const tail = await bytes.slice(end, Math.min(end + LARGE_END + END, bytes.size));
  const signature = tail.toString('latin1', 0, 4);
  if (signature === 'PK\x01\x02') throw hidden();
  const isLarge = signature === 'PK\x06\x06';
  const at = isLarge ? LARGE_END : 0;
  const size = end - start;
  const exact: Said[] = [
    [at, 4, 0x06_05_4b_50],
    [at + 20, 2, bytes.size - end - at - END],
  ];
  if (isLarge)
    exact.push([4, 8, 44], [24, 8, count], [32, 8, count], [40, 8, size], [48, 8, start], [56, 4, 0x07_06_4b_50], [64, 8, end]);
  const short: Said[] = [
    [at + 8, 2, count],
    [at + 10, 2, count],
    [at + 12, 4, size],
    [at + 16, 4, start],
  ];
  const said = ([place, length]: Said) => Number(length === 8 ? tail.readBigUInt64LE(place) : tail.readUIntLE(place, length));
  const holds =
    tail.length >= at + END &&
    exact.every((one) => said(one) === one[2]) &&
    // Such a number may be left to the end of the large archive.
    short.every((one) => said(one) === one[2] || (isLarge && said(one) === 2 ** (8 * one[1]) - 1));
  if (!holds) throw new ArchiveRefusal(TWO_WAYS);
}

const placeOf = ({ entry }: Pick<ListedEntry, 'entry'>) => entry.relativeOffsetOfLocalHeader;

/**
 * Reads the table of contents and holds it to the rules.
 * @returns the entries in the order in which they lie; the first byte of all is the first one's
 * @throws ArchiveRefusal; what the archive reader or the store fails with
 */
export async function listEntries(bytes: StoredBytes, zip: ZipFile): Promise<ListedEntry[]> {
  // The types of the library call this place a boolean.
  const start = Number(zip.readEntryCursor);
  const found: Omit<ListedEntry, 'next'>[] = [];
  let lineAt = start;
  for await (const entry of zip.eachEntry()) {
    const { fileNameLength, extraFieldLength, fileCommentLength } = entry;
    found.push(listed(entry, lineAt + LINE_HEAD));
    lineAt += LINE_HEAD + fileNameLength + extraFieldLength + fileCommentLength;
  }
  checkNames(found.map(({ path }) => path));
  await checkEnd(bytes, start, Number(zip.readEntryCursor), zip.entryCount);
  const sorted = found.toSorted((one, other) => placeOf(one) - placeOf(other));
  if (sorted[0] !== undefined && placeOf(sorted[0]) !== 0) throw hidden();
  const nexts = [...sorted.slice(1).map(placeOf), start];
  return sorted.map((one, index) => ({ ...one, next: nexts[index] ?? start }));
}

/** Where the names of an archive have backslashes: each twice, since names are in two places. */
export const backslashesIn = (entries: readonly ListedEntry[]): number[] =>
  entries.flatMap((listedEntry) => {
    const { entry, nameAt } = listedEntry;
    const at = [...entry.fileNameRaw.keys()].filter((index) => entry.fileNameRaw[index] === BACKSLASH);
    return [placeOf(listedEntry) + OWN_HEAD, nameAt].flatMap((start) => at.map((index) => start + index));
  });

/**
 * The files of a stored archive, by path, as its table of contents has them: nothing is unpacked. Folders are in their files' paths.
 * Its names were checked when it was uploaded, maybe by rules of an earlier release.
 * @throws the store's errors; the reader's for what is no archive
 */
export async function listFiles(store: ObjectStore, archive: StoredArchive): Promise<ArchivedFile[]> {
  const bytes = new StoredBytes(store, archive);
  try {
    const found: ArchivedFile[] = [];
    for await (const entry of (await openZip(bytes)).eachEntry()) {
      const path = withSlashes(getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true));
      if (!path.endsWith('/')) found.push({ path, size: entry.uncompressedSize });
    }
    return found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  } catch (error) {
    throw bytes.failure ?? error;
  }
}
