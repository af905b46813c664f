import type { ArchivedFile } from '@solvent/contracts';
import type { ObjectStore } from '@solvent/object-store';
import { fromRandomAccessReaderPromise, getFileNameLowLevel, RandomAccessReader } from 'yauzl';
import type { Entry, ExtraField, ZipFile } from 'yauzl';
import { InvalidArchiveError, checkNames, checkPath, encryptedError, hiddenFilesError, quotePath } from './names.ts';
import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { LRUCache } from 'lru-cache';

export interface StoredArchive {
  key: string;
  size: number;
}

/** Bytes per read from the store: a few hundred reads per archive. */
const BLOCK_BYTES = 256 * 1024;
/** One for the central directory, others for the current position. */
const MAX_CACHED_BLOCKS = 4;

/** A stored archive with random access; caches at most 1 MiB. */
export class StoredArchiveReader extends RandomAccessReader {
  readonly size: number;
  /** Distinguishes a failed store from an invalid archive. */
  storeError: unknown;
  readonly #blocks: LRUCache<number, Buffer>;

  constructor(store: ObjectStore, { key, size }: StoredArchive) {
    super();
    this.size = size;
    const readBlock = async (index: number) => {
      const first = index * BLOCK_BYTES;
      const last = Math.min(size, first + BLOCK_BYTES) - 1;
      const block = await store.readAll(key, { first, last });
      if (block?.length !== last - first + 1) throw new Error('The stored archive is missing or incomplete');
      return block;
    };
    this.#blocks = new LRUCache({ max: MAX_CACHED_BLOCKS, fetchMethod: readBlock, ignoreFetchAbort: true });
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#readRange(start, end), { objectMode: false });
  }

  override read(target: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void): void {
    callbackify(async () => (await this.slice(position, position + length)).copy(target, offset))(done);
  }

  /** @param end exclusive */
  async slice(start: number, end: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.#readRange(start, end)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async *#readRange(start: number, end: number): AsyncGenerator<Buffer> {
    if (start < 0 || end > this.size) throw new Error('The archive refers to bytes beyond its end');
    for (let offset = start; offset < end;) {
      const block = await this.#blocks.forceFetch(Math.floor(offset / BLOCK_BYTES)).catch((error: unknown) => {
        this.storeError = error;
        throw error;
      });
      const chunk = block.subarray(offset % BLOCK_BYTES, (offset % BLOCK_BYTES) + end - offset);
      offset += chunk.length;
      yield chunk;
    }
  }
}

// Our checks replace those of yauzl, whose messages contain no advice.
export const openZip = (reader: StoredArchiveReader): Promise<ZipFile> =>
  fromRandomAccessReaderPromise(reader, reader.size, { autoClose: false, decodeStrings: false, validateEntrySizes: false });

export interface DirectoryEntry {
  path: string;
  /** Path for programs that ignore the Unicode path extra field. */
  plainPath: string;
  entry: Entry;
  nameOffset: number;
  /** Offset of the next entry, or of the central directory. */
  nextOffset: number;
}

/** The upper four bits of a file's Unix mode. */
const [FOLDER_TYPE, FILE_TYPE, LINK_TYPE] = [0o04, 0o10, 0o12];

function findProblem(path: string, entry: Entry): string | undefined {
  const type = (entry.externalFileAttributes >>> 28) & 0o17;
  if (type === LINK_TYPE) return 'is a symbolic link. Replace it with the file that it points to.';
  if (type !== 0 && type !== FILE_TYPE && type !== FOLDER_TYPE)
    return 'is neither a file nor a folder. Leave it out of the archive.';
  if (path.endsWith('/') && entry.uncompressedSize > 0)
    return 'is a folder but has content. Create the archive again with another program.';
  if (entry.isEncrypted()) throw encryptedError();
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    return 'uses a compression method that many programs do not support. Create a standard zip (Deflate).';
  return undefined;
}

const BACKSLASH = 0x5c;
const UNICODE_PATH_FIELD = 0x7075;
const TWO_NAMES = 'has a second name, and backslashes in its first. Create the archive again with another program.';
const UTF8_FLAG = 0x800;
// In Shift-JIS, Big5 and GBK a backslash byte can be the second byte of a character.
const UNKNOWN_ENCODING =
  'has backslashes and non-English letters. Create the archive again with a program that writes names in UTF-8.';
/** Bytes before the name: in the central directory, and in a local header. */
const [DIRECTORY_HEADER_BYTES, LOCAL_HEADER_BYTES] = [46, 30];

export const readPath = (flags: number, name: Buffer, extraFields: ExtraField[]): string =>
  getFileNameLowLevel(flags, name, extraFields, true).replaceAll('\\', '/');

function parseEntry(entry: Entry, nameOffset: number): Omit<DirectoryEntry, 'nextOffset'> {
  const { generalPurposeBitFlag: flags, fileNameRaw } = entry;
  const path = readPath(flags, fileNameRaw, entry.extraFields);
  const plainPath = readPath(flags, fileNameRaw, []);
  // The extra field contains a checksum of the name, which replacing backslashes would break.
  if (fileNameRaw.includes(BACKSLASH) && entry.extraFields.some(({ id }) => id === UNICODE_PATH_FIELD))
    throw new InvalidArchiveError(`${quotePath(path)} ${TWO_NAMES}`);
  if (!(flags & UTF8_FLAG) && fileNameRaw.includes(BACKSLASH) && fileNameRaw.some((byte) => byte >= 0x80))
    throw new InvalidArchiveError(`The name ${quotePath(path)} ${UNKNOWN_ENCODING}`);
  checkPath(plainPath);
  checkPath(path);
  const problem = findProblem(path, entry);
  if (problem !== undefined) throw new InvalidArchiveError(`${quotePath(path)} ${problem}`);
  // Frees memory: extra fields and comments may be as large as the archive, and the name is a slice of the same buffer.
  const none = Buffer.alloc(0);
  const cleared = { extraFields: [], extraFieldRaw: none, fileComment: '', comment: '', fileCommentRaw: none };
  return { path, plainPath, nameOffset, entry: Object.assign(entry, cleared, { fileNameRaw: Buffer.from(fileNameRaw) }) };
}

const INCONSISTENT = 'Programs would read this archive in different ways. Create it again with another program.';
const [END_BYTES, ZIP64_END_BYTES] = [22, 76];

type ExpectedNumber = [offset: number, bytes: 2 | 4 | 8, expected: number];

/** Programs rely on different fields of the end records, so inconsistent ones could show them different files. */
async function checkEndRecords(bytes: StoredArchiveReader, start: number, end: number, count: number): Promise<void> {
  const tail = await bytes.slice(end, Math.min(end + ZIP64_END_BYTES + END_BYTES, bytes.size));
  const signature = tail.toString('latin1', 0, 4);
  if (signature === 'PK\x01\x02') throw hiddenFilesError();
  const isZip64 = signature === 'PK\x06\x06';
  const at = isZip64 ? ZIP64_END_BYTES : 0;
  const size = end - start;
  const exact: ExpectedNumber[] = [
    [at, 4, 0x06_05_4b_50],
    [at + 20, 2, bytes.size - end - at - END_BYTES],
  ];
  if (isZip64)
    exact.push([4, 8, 44], [24, 8, count], [32, 8, count], [40, 8, size], [48, 8, start], [56, 4, 0x07_06_4b_50], [64, 8, end]);
  const short: ExpectedNumber[] = [
    [at + 8, 2, count],
    [at + 10, 2, count],
    [at + 12, 4, size],
    [at + 16, 4, start],
  ];
  const read = ([offset, length]: ExpectedNumber) =>
    Number(length === 8 ? tail.readBigUInt64LE(offset) : tail.readUIntLE(offset, length));
  const isConsistent =
    tail.length >= at + END_BYTES &&
    exact.every((one) => read(one) === one[2]) &&
    // All bits set: the value is in the zip64 record.
    short.every((one) => read(one) === one[2] || (isZip64 && read(one) === 2 ** (8 * one[1]) - 1));
  if (!isConsistent) throw new InvalidArchiveError(INCONSISTENT);
}

const getOffset = ({ entry }: Pick<DirectoryEntry, 'entry'>) => entry.relativeOffsetOfLocalHeader;

/** @returns the checked entries by offset */
export async function listEntries(bytes: StoredArchiveReader, zip: ZipFile): Promise<DirectoryEntry[]> {
  // The types of yauzl declare it as a boolean.
  const start = Number(zip.readEntryCursor);
  const found: Omit<DirectoryEntry, 'nextOffset'>[] = [];
  let headerOffset = start;
  for await (const entry of zip.eachEntry()) {
    const { fileNameLength, extraFieldLength, fileCommentLength } = entry;
    found.push(parseEntry(entry, headerOffset + DIRECTORY_HEADER_BYTES));
    headerOffset += DIRECTORY_HEADER_BYTES + fileNameLength + extraFieldLength + fileCommentLength;
  }
  checkNames(found.map(({ path }) => path));
  await checkEndRecords(bytes, start, Number(zip.readEntryCursor), zip.entryCount);
  const sorted = found.toSorted((one, other) => getOffset(one) - getOffset(other));
  if (sorted[0] !== undefined && getOffset(sorted[0]) !== 0) throw hiddenFilesError();
  return sorted.map((one, index) => {
    const next = sorted[index + 1];
    return { ...one, nextOffset: next ? getOffset(next) : start };
  });
}

export const findBackslashes = (entries: readonly DirectoryEntry[]): number[] =>
  entries.flatMap(({ entry, nameOffset }) => {
    const indexes = [...entry.fileNameRaw.keys()].filter((index) => entry.fileNameRaw[index] === BACKSLASH);
    return [getOffset({ entry }) + LOCAL_HEADER_BYTES, nameOffset].flatMap((start) => indexes.map((index) => start + index));
  });

/** Does not check names: an earlier release may have accepted others. */
export async function listFiles(store: ObjectStore, archive: StoredArchive): Promise<ArchivedFile[]> {
  const zip = await openZip(new StoredArchiveReader(store, archive));
  const found: ArchivedFile[] = [];
  for await (const entry of zip.eachEntry()) {
    const path = readPath(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields);
    if (!path.endsWith('/')) found.push({ path, size: entry.uncompressedSize });
  }
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}
