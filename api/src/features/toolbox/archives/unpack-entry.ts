import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import type { ZipFile } from 'yauzl';
import { ArchiveRefusal, quoted } from './archive-refusal.ts';
import { contentStart } from './entry-heads.ts';
import type { StoredBytes } from './stored-bytes.ts';
import type { ListedEntry } from './listed-entry.ts';

/** Hears of a file's unpacked content, a few kilobytes at a time; it may throw to end it. */
export type Look = (chunk: Buffer) => void;

const damaged = (path: string) =>
  new ArchiveRefusal(`${quoted(path)} cannot be unpacked: the archive is damaged. Make it again and upload the new one.`);
const lying = (path: string) =>
  new ArchiveRefusal(`${quoted(path)} has another size than the archive says. Make the archive again with another program.`);

/**
 * Unpacks one file of an archive into nothing: only `look` sees it. It ends as soon as there is more than the archive says.
 * @throws ArchiveRefusal where it is damaged or its size is a lie; what `look` throws; what the archive reader fails with
 */
export async function unpackEntry(bytes: StoredBytes, zip: ZipFile, listed: ListedEntry, look: Look): Promise<void> {
  const { path, entry } = listed;
  const start = await contentStart(zip, listed);
  let size = 0;
  let sum = 0;
  const unpack = entry.compressionMethod === 0 ? new PassThrough() : createInflateRaw();
  await pipeline(bytes.between(start, start + entry.compressedSize), unpack, async (content: AsyncIterable<Buffer>) => {
    for await (const chunk of content) {
      size += chunk.length;
      if (size > entry.uncompressedSize) throw lying(path);
      sum = crc32(chunk, sum);
      look(chunk);
    }
  }).catch((error: unknown) => {
    throw error instanceof ArchiveRefusal || bytes.failure !== undefined ? error : damaged(path);
  });
  if (size !== entry.uncompressedSize) throw lying(path);
  // Bytes behind the end of what is packed are none of the file's.
  const packed = unpack instanceof PassThrough ? size : unpack.bytesWritten;
  if (sum !== entry.crc32 || packed !== entry.compressedSize) throw damaged(path);
}
