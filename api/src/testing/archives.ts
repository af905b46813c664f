import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { crc32, deflateRawSync } from 'node:zlib';
import { ZipFile } from 'yazl';

/** When each file of a test's archive was changed: the same files make the same bytes whenever a test runs. */
const MTIME = new Date(2026, 0, 1);

/** A zip as programs make them. */
export async function buildZip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path, { mtime: MTIME });
  zip.end();
  // The library's own type leaves out what it is.
  return buffer(zip.outputStream as Readable);
}

/** A file of an archive that no honest program makes; what is not given is true. */
export interface RawEntry {
  path: string;
  content?: string | Buffer;
  /** What the archive says of it. */
  size?: number;
  crc?: number;
  method?: number;
  flags?: number;
  /** As Unix has it. */
  mode?: number;
  /** What the entry's own head says, where it differs. */
  localPath?: string;
  localSize?: number;
  localFlags?: number;
  /** Extra fields of the entry in the table of contents, and of its own head. */
  extra?: Buffer;
  localExtra?: Buffer;
  /** Bytes behind its packed content: that are said to be of it, and that are not. */
  hidden?: string;
  gap?: string | Buffer;
  /** It has no place of its own: the table of contents says this one. */
  localOffset?: number;
  /** The table of contents leaves it out. */
  unlisted?: boolean;
}

function numbers(...values: [bytes: 2 | 4, value: number][]): Buffer {
  return Buffer.concat(
    values.map(([bytes, value]) => {
      const part = Buffer.alloc(bytes);
      part.writeUIntLE(value, 0, bytes);
      return part;
    }),
  );
}

/** The part of both heads that is the same. */
function common(
  { content = '', size, crc, method = 8, flags = 0x800 }: RawEntry,
  packed: Buffer,
  path: Buffer,
  extra: Buffer,
): Buffer {
  const plain = Buffer.from(content);
  return numbers(
    [2, 20],
    [2, flags],
    [2, method],
    [4, 0],
    [4, crc ?? crc32(plain)],
    [4, packed.length],
    [4, size ?? plain.length],
    [2, path.length],
    [2, extra.length],
  );
}

/** An extra field by which programs name a file in all languages, and others do not. */
export function pathField(plain: string, path: string): Buffer {
  const data = Buffer.concat([numbers([4, crc32(Buffer.from(plain))]), Buffer.from(path)]);
  return Buffer.concat([numbers([2, 0x7075], [2, data.length + 1]), Buffer.from([1]), data]);
}

/** An extra field that has the sizes of an entry's head in place of the head (zip64). */
export function sizesField(unpacked: number, packed: number): Buffer {
  return numbers([2, 1], [2, 16], [4, unpacked], [4, 0], [4, packed], [4, 0]);
}

const NOTHING = Buffer.alloc(0);

/** An entry's own head and content. */
function localOf(entry: RawEntry, packed: Buffer): Buffer {
  const { path, localPath = path, localExtra = NOTHING, gap = '' } = entry;
  const name = Buffer.from(localPath);
  const about = { ...entry, size: entry.localSize ?? entry.size, flags: entry.localFlags ?? entry.flags };
  const head = common(about, packed, name, localExtra);
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, name, localExtra, packed, Buffer.from(gap)]);
}

function packedOf({ content = '', method = 8, hidden = '' }: RawEntry): Buffer {
  return Buffer.concat([method === 8 ? deflateRawSync(content) : Buffer.from(content), Buffer.from(hidden)]);
}

/** What the archive's end says of its table of contents, where that is a lie. */
interface Lies {
  /** How many entries it has. */
  count?: number;
  /** Its size (bytes). */
  size?: number;
  /** It has the end of large archives too, by which other programs go; its other end says the same, or a lie. */
  large?: 'true' | 'lie';
}

/** The end of a large archive (zip64), and where it is. */
function largeEnd(count: number, size: number, start: number): Buffer {
  const long = (value: number): [4, number][] => [
    [4, value],
    [4, 0],
  ];
  const head = numbers(...long(44), [2, 45], [2, 45], [4, 0], [4, 0], ...long(count), ...long(count), ...long(size));
  const place = numbers([4, 0], ...long(start + size), [4, 1]);
  const signature = (text: string) => Buffer.from(text, 'latin1');
  return Buffer.concat([signature('PK\x06\x06'), head, numbers(...long(start)), signature('PK\x06\x07'), place]);
}

/** A zip written byte by byte. */
export function buildRawZip(entries: RawEntry[], lies: Lies = {}): Buffer {
  const parts: Buffer[] = [];
  const table: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { path, mode = 0o100_644, extra = NOTHING, localOffset = offset } = entry;
    const packed = packedOf(entry);
    const name = Buffer.from(path);
    const rest = numbers([2, 0], [2, 0], [2, 0], [4, (mode << 16) >>> 0], [4, localOffset]);
    const head = common(entry, packed, name, extra);
    if (!entry.unlisted) table.push(Buffer.from('PK\x01\x02', 'latin1'), numbers([2, 0x03_14]), head, rest, name, extra);
    if (entry.localOffset !== undefined) continue;
    const local = localOf(entry, packed);
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(table);
  const listed = entries.filter(({ unlisted = false }) => !unlisted).length;
  const { count = listed, size = list.length } = lies;
  const large = lies.large === undefined ? NOTHING : largeEnd(listed, list.length, offset);
  const end = numbers([2, 0], [2, 0], [2, count], [2, count], [4, size], [4, lies.large === 'lie' ? 1 : offset], [2, 0]);
  return Buffer.concat([...parts, list, large, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

/** The archive with other four bytes: `at` bytes behind where this signature first is. */
export function patchArchive(archive: Buffer, signature: string, at: number, value: number): Buffer {
  const copy = Buffer.from(archive);
  copy.writeUInt32LE(value, archive.indexOf(Buffer.from(signature, 'latin1')) + at);
  return copy;
}
