import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { crc32, deflateRawSync } from 'node:zlib';
import { ZipFile } from 'yazl';

/** Fixed, so that the same files always produce the same bytes. */
const MTIME = new Date(2026, 0, 1);

export async function buildZip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path, { mtime: MTIME });
  zip.end();
  return buffer(zip.outputStream as Readable);
}

/** An archive entry whose fields may contradict each other. Defaults are correct. */
export interface RawEntry {
  path: string;
  content?: string | Buffer;
  size?: number;
  crc?: number;
  method?: number;
  flags?: number;
  /** Unix file mode. */
  mode?: number;
  /** Fields of the local header, if they differ from the central directory. */
  localPath?: string;
  localSize?: number;
  localFlags?: number;
  extra?: Buffer;
  localExtra?: Buffer;
  /** Bytes after the compressed content: `hidden` counts as part of it, `gap` does not. */
  hidden?: string;
  gap?: string | Buffer;
  /** Offset in the central directory. The entry itself is not written. */
  localOffset?: number;
  /** Missing from the central directory. */
  unlisted?: boolean;
}

function littleEndian(...values: [bytes: 2 | 4, value: number][]): Buffer {
  return Buffer.concat(
    values.map(([bytes, value]) => {
      const number = Buffer.alloc(bytes);
      number.writeUIntLE(value, 0, bytes);
      return number;
    }),
  );
}

function buildSharedHeader(
  { content = '', size, crc, method = 8, flags = 0x800 }: RawEntry,
  packed: Buffer,
  path: Buffer,
  extra: Buffer,
): Buffer {
  const plain = Buffer.from(content);
  return littleEndian(
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

/** Info-ZIP Unicode path, which some programs ignore. */
export function pathField(plain: string, path: string): Buffer {
  const data = Buffer.concat([littleEndian([4, crc32(Buffer.from(plain))]), Buffer.from(path)]);
  return Buffer.concat([littleEndian([2, 0x7075], [2, data.length + 1]), Buffer.from([1]), data]);
}

export function sizesField(unpacked: number, packed: number): Buffer {
  return littleEndian([2, 1], [2, 16], [4, unpacked], [4, 0], [4, packed], [4, 0]);
}

const EMPTY = Buffer.alloc(0);

function buildLocalEntry(entry: RawEntry, packed: Buffer): Buffer {
  const { path, localPath = path, localExtra = EMPTY, gap = '' } = entry;
  const name = Buffer.from(localPath);
  const local = { ...entry, size: entry.localSize ?? entry.size, flags: entry.localFlags ?? entry.flags };
  const header = buildSharedHeader(local, packed, name, localExtra);
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), header, name, localExtra, packed, Buffer.from(gap)]);
}

function compress({ content = '', method = 8, hidden = '' }: RawEntry): Buffer {
  return Buffer.concat([method === 8 ? deflateRawSync(content) : Buffer.from(content), Buffer.from(hidden)]);
}

/** Fields of the end record. Defaults are correct. */
interface EndRecord {
  count?: number;
  /** Size of the central directory, in bytes. */
  size?: number;
  /** Adds a ZIP64 end record. With 'lie', the plain end record contradicts it. */
  large?: 'true' | 'lie';
}

function buildZip64End(count: number, size: number, start: number): Buffer {
  const long = (value: number): [4, number][] => [
    [4, value],
    [4, 0],
  ];
  const head = littleEndian(...long(44), [2, 45], [2, 45], [4, 0], [4, 0], ...long(count), ...long(count), ...long(size));
  const locator = littleEndian([4, 0], ...long(start + size), [4, 1]);
  const signature = (text: string) => Buffer.from(text, 'latin1');
  return Buffer.concat([signature('PK\x06\x06'), head, littleEndian(...long(start)), signature('PK\x06\x07'), locator]);
}

export function buildRawZip(entries: RawEntry[], endRecord: EndRecord = {}): Buffer {
  const parts: Buffer[] = [];
  const table: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { path, mode = 0o100_644, extra = EMPTY, localOffset = offset } = entry;
    const packed = compress(entry);
    const name = Buffer.from(path);
    const rest = littleEndian([2, 0], [2, 0], [2, 0], [4, (mode << 16) >>> 0], [4, localOffset]);
    const header = buildSharedHeader(entry, packed, name, extra);
    if (!entry.unlisted) table.push(Buffer.from('PK\x01\x02', 'latin1'), littleEndian([2, 0x03_14]), header, rest, name, extra);
    if (entry.localOffset !== undefined) continue;
    const local = buildLocalEntry(entry, packed);
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(table);
  const listed = entries.filter(({ unlisted = false }) => !unlisted).length;
  const { count = listed, size = list.length } = endRecord;
  const zip64End = endRecord.large === undefined ? EMPTY : buildZip64End(listed, list.length, offset);
  const end = littleEndian(
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, endRecord.large === 'lie' ? 1 : offset],
    [2, 0],
  );
  return Buffer.concat([...parts, list, zip64End, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

/** Overwrites four bytes at `offset` from the first occurrence of the signature. */
export function patchArchive(archive: Buffer, signature: string, offset: number, value: number): Buffer {
  const copy = Buffer.from(archive);
  copy.writeUInt32LE(value, archive.indexOf(Buffer.from(signature, 'latin1')) + offset);
  return copy;
}
