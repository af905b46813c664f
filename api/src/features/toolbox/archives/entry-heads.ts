import { getFileNameLowLevel, parseExtraFields } from 'yauzl';
import type { LocalFileHeader, ZipFile } from 'yauzl';
import { ArchiveRefusal, quoted } from './archive-refusal.ts';
import { encrypted } from './entry-rules.ts';
import { hidden } from './table-end.ts';
import type { ListedEntry } from './listed-entry.ts';

/** Bits of an entry's flags. */
const [ENCRYPTED, SIZES_FOLLOW, STRONGLY_ENCRYPTED] = [0x1, 0x8, 0x40];
/** Sizes stand in the extra field of this number then. */
const [ELSEWHERE, SIZES] = [0xffff_ffff, 1];
/** Behind its content an entry may have its checksum and sizes once more: so many bytes at most, fewer than any entry has. */
const TRAILER_MAX = 24;

/** The size of content and of what is packed, as an entry's own head says them; 0 where they follow the content. */
function sizesOf(local: LocalFileHeader): [unpacked: number, packed: number] {
  const sizes: [number, number] = [local.uncompressedSize, local.compressedSize];
  const extra = parseExtraFields(local.extraField).find(({ id }) => id === SIZES)?.data;
  if (sizes.includes(ELSEWHERE) && extra !== undefined && extra.length >= 16)
    return [Number(extra.readBigUInt64LE(0)), Number(extra.readBigUInt64LE(8))];
  return sizes;
}

function hasSizes(local: LocalFileHeader, { entry }: ListedEntry): boolean {
  const [unpacked, packed] = sizesOf(local);
  if (unpacked === entry.uncompressedSize && packed === entry.compressedSize) return true;
  return (local.generalPurposeBitFlag & SIZES_FOLLOW) !== 0 && unpacked === 0 && packed === 0;
}

/** An entry's own head says what the table of contents says: some programs go by the one, some by the other. */
function checkHead(local: LocalFileHeader, listed: ListedEntry): void {
  const { path, entry } = listed;
  const flags = local.generalPurposeBitFlag;
  if ((flags & (ENCRYPTED | STRONGLY_ENCRYPTED)) !== 0) throw encrypted();
  const plain = getFileNameLowLevel(flags, local.fileName, parseExtraFields(local.extraField), true);
  const isOne = local.fileName.equals(entry.fileNameRaw) && local.compressionMethod === entry.compressionMethod;
  if (!isOne || (plain !== path && plain !== listed.plainPath))
    throw new ArchiveRefusal(
      `The archive calls ${quoted(path)} something else in a second place. Make it again with another program.`,
    );
  if (!hasSizes(local, listed))
    throw new ArchiveRefusal(
      `The archive gives ${quoted(path)} another size in a second place. Make it again with another program.`,
    );
}

/** Entries lie one behind the other: content that several share unpacks to far more than it is, and a gap may hide files. */
function checkPlace(contentEnd: number, { path, next }: ListedEntry): void {
  if (contentEnd > next)
    throw new ArchiveRefusal(
      `${quoted(path)} overlaps another file of the archive, as in archives that are made to harm. Make it again with another program.`,
    );
  if (next - contentEnd > TRAILER_MAX) throw hidden();
}

/**
 * Where an entry's content lies, once its own head has been held to the table of contents.
 * @throws ArchiveRefusal; what the archive reader fails with
 */
export async function contentStart(zip: ZipFile, listed: ListedEntry): Promise<number> {
  const local = await zip.readLocalFileHeaderPromise(listed.entry);
  checkHead(local, listed);
  checkPlace(local.fileDataStart + listed.entry.compressedSize, listed);
  return local.fileDataStart;
}
