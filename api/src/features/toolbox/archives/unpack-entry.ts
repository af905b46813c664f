import { crc32 } from 'node:zlib';
import { getFileNameLowLevel, parseExtraFields } from 'yauzl';
import type { LocalFileHeader, ZipFile } from 'yauzl';
import { InvalidArchiveError, encryptedError, hiddenFilesError, quotePath } from './invalid-archive-error.ts';
import { toSlashes } from './names.ts';
import type { DirectoryEntry } from './central-directory.ts';

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
  const localPath = toSlashes(getFileNameLowLevel(flags, local.fileName, parseExtraFields(local.extraField), true));
  const isSame = local.fileName.equals(entry.fileNameRaw) && local.compressionMethod === entry.compressionMethod;
  if (!isSame || (localPath !== path && localPath !== plainPath))
    throw recreateError(`The archive contains conflicting names for ${quotePath(path)}.`);
  if (!hasSameSizes(local, directoryEntry)) throw recreateError(`The archive contains conflicting sizes for ${quotePath(path)}.`);
  // Overlapping entries are zip bombs; a gap may hide files.
  const end = local.fileDataStart + entry.compressedSize;
  if (end > nextOffset) throw recreateError(`${quotePath(path)} overlaps another file in the archive, as in a zip bomb.`);
  if (nextOffset - end > MAX_DESCRIPTOR_BYTES) throw hiddenFilesError();
}

/**
 * Inflates an entry without storing it.
 * @param onChunk receives a few kilobytes at a time, and may throw to stop
 * @throws InvalidArchiveError; errors of the zip reader or the store
 */
export async function unpackEntry(zip: ZipFile, directoryEntry: DirectoryEntry, onChunk: (chunk: Buffer) => void): Promise<void> {
  const { path, entry } = directoryEntry;
  checkLocalHeader(await zip.readLocalFileHeaderPromise(entry), directoryEntry);
  const sizeError = () =>
    new InvalidArchiveError(`${quotePath(path)} does not have its stated size. Create the archive again with another program.`);
  const damagedError = () =>
    new InvalidArchiveError(
      `${quotePath(path)} cannot be unpacked: the archive is damaged. Create it again and upload the new one.`,
    );
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
    throw error instanceof InvalidArchiveError ? error : damagedError();
  }
  if (size !== entry.uncompressedSize) throw sizeError();
  // Bytes after the end of the compressed data do not belong to the file.
  const packed = 'bytesWritten' in content ? content.bytesWritten : size;
  if (sum !== entry.crc32 || packed !== entry.compressedSize) throw damagedError();
}
