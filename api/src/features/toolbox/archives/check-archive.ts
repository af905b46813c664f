import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BYTES_PER_MB, MODULE } from '@solvent/contracts';
import type { ObjectStore } from '@solvent/object-store';
import { parseExtraFields } from 'yauzl';
import type { LocalFileHeader, ZipFile } from 'yauzl';
import { createSecretSearch } from './secret-search.ts';
import { StoredArchiveReader, findBackslashes, listEntries, openZip, readPath } from './central-directory.ts';
import type { StoredArchive, DirectoryEntry } from './central-directory.ts';
import { InvalidArchiveError, encryptedError, hiddenFilesError, quotePath } from './names.ts';

// Bits of the general purpose flag.
const [ENCRYPTED_FLAGS, DATA_DESCRIPTOR_FLAG] = [0x41, 0x8];
// zip64: the sizes are in the extra field.
const [ZIP64_SIZE, ZIP64_FIELD] = [0xffff_ffff, 1];
/** Size of a data descriptor, which may follow the content. Shorter than any entry. */
const MAX_DESCRIPTOR_BYTES = 24;

/** zip, RAR, 7z, gzip, bzip2, xz, Zstandard. */
const ARCHIVE_SIGNATURES = [
  'PK\x03\x04',
  'PK\x05\x06',
  'Rar!\x1a\x07',
  '7z\xbc\xaf\x27\x1c',
  '\x1f\x8b\x08',
  'BZh',
  '\xfd7zXZ\0',
  '\x28\xb5\x2f\xfd',
];
const MAX_SIGNATURE_LENGTH = 6;

const recreateError = (problem: string) => new InvalidArchiveError(`${problem} Create it again with another program.`);

function hasSameSizes(local: LocalFileHeader, { entry }: DirectoryEntry): boolean {
  let sizes = [local.uncompressedSize, local.compressedSize];
  const large = parseExtraFields(local.extraField).find(({ id }) => id === ZIP64_FIELD)?.data;
  if (sizes.includes(ZIP64_SIZE) && large !== undefined && large.length >= 16)
    sizes = [0, 8].map((at) => Number(large.readBigUInt64LE(at)));
  const [unpacked, packed] = sizes;
  if (unpacked === entry.uncompressedSize && packed === entry.compressedSize) return true;
  return (local.generalPurposeBitFlag & DATA_DESCRIPTOR_FLAG) !== 0 && unpacked === 0 && packed === 0;
}

/** Checks that the local header matches the central directory: programs use one or the other. */
function checkLocalHeader(local: LocalFileHeader, directoryEntry: DirectoryEntry): void {
  const { path, plainPath, entry, nextOffset } = directoryEntry;
  const flags = local.generalPurposeBitFlag;
  if ((flags & ENCRYPTED_FLAGS) !== 0) throw encryptedError();
  const localPath = readPath(flags, local.fileName, parseExtraFields(local.extraField));
  const isSame = local.fileName.equals(entry.fileNameRaw) && local.compressionMethod === entry.compressionMethod;
  if (!isSame || (localPath !== path && localPath !== plainPath))
    throw recreateError(`The archive contains conflicting names for ${quotePath(path)}.`);
  if (!hasSameSizes(local, directoryEntry)) throw recreateError(`The archive contains conflicting sizes for ${quotePath(path)}.`);
  // Overlapping entries are zip bombs; a gap may hide files.
  const end = local.fileDataStart + entry.compressedSize;
  if (end > nextOffset) throw recreateError(`${quotePath(path)} overlaps another file in the archive, as in a zip bomb.`);
  if (nextOffset - end > MAX_DESCRIPTOR_BYTES) throw hiddenFilesError();
}

/** Inflates an entry without storing it. @param onChunk receives a few kilobytes at a time, and may throw to stop */
async function unpackEntry(zip: ZipFile, directoryEntry: DirectoryEntry, onChunk: (chunk: Buffer) => void): Promise<void> {
  const { path, entry } = directoryEntry;
  checkLocalHeader(await zip.readLocalFileHeaderPromise(entry), directoryEntry);
  const sizeError = () =>
    new InvalidArchiveError(`${quotePath(path)} does not have its stated size. Create the archive again with another program.`);
  const DAMAGED = `${quotePath(path)} cannot be unpacked: the archive is damaged. Create it again and upload the new one.`;
  let size = 0;
  let sum = 0;
  let start = '';
  const content = await zip.openReadStreamPromise(entry);
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > entry.uncompressedSize) throw sizeError();
      sum = crc32(chunk, sum);
      if (start.length < MAX_SIGNATURE_LENGTH) start += chunk.toString('latin1', 0, MAX_SIGNATURE_LENGTH - start.length);
      if (ARCHIVE_SIGNATURES.some((signature) => start.startsWith(signature)))
        throw new InvalidArchiveError(
          `${quotePath(path)} is an archive inside the archive. Unpack it and add its files directly, or leave it out.`,
        );
      onChunk(chunk);
    }
  } catch (error) {
    throw error instanceof InvalidArchiveError ? error : new InvalidArchiveError(DAMAGED);
  }
  if (size !== entry.uncompressedSize) throw sizeError();
  // Bytes after the end of the compressed data do not belong to the file.
  const packed = 'bytesWritten' in content ? content.bytesWritten : size;
  if (sum !== entry.crc32 || packed !== entry.compressedSize) throw new InvalidArchiveError(DAMAGED);
}

const NOT_A_ZIP = 'This file is not a zip archive, or it is incomplete. Create the archive again and upload it.';

/** The ratio is the unpacked size divided by the packed size. */
type ArchiveLimits = Record<'unpackedMaxBytes' | 'entriesMax' | 'ratioMax', number>;

const formatMegabytes = (bytes: number) => `${Math.ceil(bytes / BYTES_PER_MB).toLocaleString('en-US')} MB`;

function checkUnpackedBytes(unpacked: number, packed: number, { unpackedMaxBytes, ratioMax }: ArchiveLimits): void {
  if (unpacked > unpackedMaxBytes)
    throw new InvalidArchiveError(
      `Unpacked, the archive has ${formatMegabytes(unpacked)} or more. The maximum is ${formatMegabytes(unpackedMaxBytes)}. Leave out dependencies and builds, such as node_modules.`,
    );
  // Small archives may compress very well.
  if (unpacked > BYTES_PER_MB && unpacked > packed * ratioMax)
    throw new InvalidArchiveError(
      `The archive unpacks to more than ${ratioMax} times its size, like a zip bomb. Leave out large files with repeated content.`,
    );
}

function toArchiveError(error: unknown): InvalidArchiveError {
  if (error instanceof InvalidArchiveError) return error;
  const text = error instanceof Error ? error.message : '';
  if (text.includes('encryption')) return encryptedError();
  if (text.startsWith('multi-disk')) return new InvalidArchiveError('The archive is split into parts. Create a single archive.');
  return new InvalidArchiveError(NOT_A_ZIP);
}

async function checkContent(bytes: StoredArchiveReader, limits: ArchiveLimits) {
  // An executable with an appended zip also opens as a zip.
  const signature = (await bytes.slice(0, Math.min(4, bytes.size))).toString('latin1');
  if (signature !== 'PK\x03\x04' && signature !== 'PK\x05\x06') throw new InvalidArchiveError(NOT_A_ZIP);
  const zip = await openZip(bytes);
  const [count, maxCount] = [zip.entryCount, limits.entriesMax].map((number) => number.toLocaleString('en-US'));
  const TOO_MANY = `The archive has ${count} files and folders. The maximum is ${maxCount}. Leave out dependencies, such as node_modules.`;
  if (zip.entryCount > limits.entriesMax) throw new InvalidArchiveError(TOO_MANY);
  const entries = await listEntries(bytes, zip);
  if (entries.every(({ path }) => path.endsWith('/')))
    throw new InvalidArchiveError('The archive is empty. Add the files of the module.');
  const declared = entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  checkUnpackedBytes(declared, bytes.size, limits);
  const secrets = createSecretSearch();
  let unpacked = 0;
  for (const entry of entries) {
    const search = secrets.startFile(entry.path);
    await unpackEntry(zip, entry, (chunk) => {
      unpacked += chunk.length;
      checkUnpackedBytes(unpacked, bytes.size, limits);
      search.write(chunk);
    });
    search.end();
  }
  return { findings: secrets.getFindings(), backslashes: findBackslashes(entries) };
}

/**
 * Checks the central directory, then inflates each entry without storing it.
 * @returns findings, and the offsets of backslashes in names, written by old Windows tools
 */
export async function checkArchive(store: ObjectStore, archive: StoredArchive, limits: ArchiveLimits = MODULE) {
  const bytes = new StoredArchiveReader(store, archive);
  try {
    return await checkContent(bytes, limits);
  } catch (error) {
    throw bytes.storeError ?? toArchiveError(error);
  }
}

/** Makes all programs extract the same files (product 5.17). @returns the new SHA-256, in hex */
export async function replaceBackslashes(store: ObjectStore, key: string, backslashes: number[]): Promise<string> {
  const content = await store.readAll(key);
  if (content === undefined) throw new Error('An archive was deleted while it was checked');
  for (const offset of backslashes) content.write('/', offset);
  await store.put(key, content);
  return createHash('sha256').update(content).digest('hex');
}
