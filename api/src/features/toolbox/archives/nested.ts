import { ArchiveRefusal, quoted } from './archive-refusal.ts';

/** As archives begin: zip, RAR, 7z, gzip, bzip2, xz, Zstandard. */
const BEGINNINGS = [
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

/** Looks at a file's first bytes, however small the chunks are. */
export function createNestedCheck(path: string): (chunk: Buffer) => void {
  let head = '';
  return (chunk) => {
    if (head.length >= LONGEST) return;
    head += chunk.toString('latin1', 0, LONGEST - head.length);
    if (BEGINNINGS.some((beginning) => head.startsWith(beginning)))
      throw new ArchiveRefusal(
        `${quoted(path)} is an archive inside the archive. Unpack it and put its files in directly, or leave it out.`,
      );
  };
}
