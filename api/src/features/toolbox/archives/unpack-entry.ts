import { crc32 } from 'node:zlib';
import { getFileNameLowLevel, parseExtraFields } from 'yauzl';
import type { LocalFileHeader, ZipFile } from 'yauzl';
import { ArchiveRefusal, encrypted, hidden, quoted } from './archive-refusal.ts';
import { withSlashes } from './names.ts';
import type { ListedEntry } from './table-of-contents.ts';

/** Bits of an entry's flags: two that say it is encrypted. */
const [ENCRYPTED, SIZES_FOLLOW] = [0x41, 0x8];
/** Sizes stand in the extra field of this number then. */
const [ELSEWHERE, SIZES] = [0xffff_ffff, 1];
/** Behind its content an entry may have its checksum and sizes once more: so many bytes at most, fewer than any entry has. */
const TRAILER_MAX = 24;

/** As archives begin: zip, RAR, 7z, gzip, bzip2, xz, Zstandard. */
const ARCHIVES = [
  'PK\x03\x04',
  'PK\x05\x06',
  'Rar!\x1a\x07',
  '7z\xbc\xaf\x27\x1c',
  '\x1f\x8b\x08',
  'BZh',
  '\xfd7zXZ\0',
  '\x28\xb5\x2f\xfd',
];
const LONGEST = 6;

const madeAgain = (sentence: string) => new ArchiveRefusal(`${sentence} Make it again with another program.`);

/** Whether an entry's own head has the sizes that the table of contents says, or leaves them to what follows the content. */
function hasSizes(local: LocalFileHeader, { entry }: ListedEntry): boolean {
  let sizes = [local.uncompressedSize, local.compressedSize];
  const large = parseExtraFields(local.extraField).find(({ id }) => id === SIZES)?.data;
  if (sizes.includes(ELSEWHERE) && large !== undefined && large.length >= 16)
    sizes = [0, 8].map((at) => Number(large.readBigUInt64LE(at)));
  const [unpacked, packed] = sizes;
  if (unpacked === entry.uncompressedSize && packed === entry.compressedSize) return true;
  return (local.generalPurposeBitFlag & SIZES_FOLLOW) !== 0 && unpacked === 0 && packed === 0;
}

/** An entry's own head must say what the table of contents says, since some programs go by the one and some by the other. */
function checkHead(local: LocalFileHeader, listed: ListedEntry): void {
  const { path, plainPath, entry, next } = listed;
  const flags = local.generalPurposeBitFlag;
  if ((flags & ENCRYPTED) !== 0) throw encrypted();
  const ownPath = withSlashes(getFileNameLowLevel(flags, local.fileName, parseExtraFields(local.extraField), true));
  const isOne = local.fileName.equals(entry.fileNameRaw) && local.compressionMethod === entry.compressionMethod;
  if (!isOne || (ownPath !== path && ownPath !== plainPath))
    throw madeAgain(`The archive calls ${quoted(path)} something else in a second place.`);
  if (!hasSizes(local, listed)) throw madeAgain(`The archive gives ${quoted(path)} another size in a second place.`);
  // Content that several share unpacks to far more than it is, and a gap may hide files.
  const end = local.fileDataStart + entry.compressedSize;
  if (end > next) throw madeAgain(`${quoted(path)} overlaps another file of the archive, as in archives that are made to harm.`);
  if (next - end > TRAILER_MAX) throw hidden();
}

/**
 * Unpacks one file of an archive into nothing: only `look` sees it, a few kilobytes at a time, and may throw to end it. It ends as
 * soon as there is more than the archive says.
 * @throws ArchiveRefusal where it is damaged or lies; what the archive reader or the store fails with
 */
export async function unpackEntry(zip: ZipFile, listed: ListedEntry, look: (chunk: Buffer) => void): Promise<void> {
  const { path, entry } = listed;
  checkHead(await zip.readLocalFileHeaderPromise(entry), listed);
  const lying = () =>
    new ArchiveRefusal(`${quoted(path)} has another size than the archive says. Make the archive again with another program.`);
  const damaged = () =>
    new ArchiveRefusal(`${quoted(path)} cannot be unpacked: the archive is damaged. Make it again and upload the new one.`);
  let size = 0;
  let sum = 0;
  let head = '';
  const content = await zip.openReadStreamPromise(entry);
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > entry.uncompressedSize) throw lying();
      sum = crc32(chunk, sum);
      if (head.length < LONGEST) head += chunk.toString('latin1', 0, LONGEST - head.length);
      if (ARCHIVES.some((beginning) => head.startsWith(beginning)))
        throw new ArchiveRefusal(
          `${quoted(path)} is an archive inside the archive. Unpack it and put its files in directly, or leave it out.`,
        );
      look(chunk);
    }
  } catch (error) {
    throw error instanceof ArchiveRefusal ? error : damaged();
  }
  if (size !== entry.uncompressedSize) throw lying();
  // Bytes behind the end of what is packed are none of the file's.
  const packed = 'bytesWritten' in content ? content.bytesWritten : size;
  if (sum !== entry.crc32 || packed !== entry.compressedSize) throw damaged();
}
