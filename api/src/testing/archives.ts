import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { crc32, deflateRawSync } from 'node:zlib';
import { ZipFile } from 'yazl';

/** A zip as programs make them. */
export async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
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
  sum?: number;
  method?: number;
  flags?: number;
  /** As Unix has it. */
  mode?: number;
  /** The path in the entry's own head, where it differs. */
  localPath?: string;
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
function common({ content = '', size, sum, method = 8, flags = 0x800 }: RawEntry, packed: Buffer, path: Buffer): Buffer {
  const plain = Buffer.from(content);
  return numbers(
    [2, 20],
    [2, flags],
    [2, method],
    [4, 0],
    [4, sum ?? crc32(plain)],
    [4, packed.length],
    [4, size ?? plain.length],
    [2, path.length],
    [2, 0],
  );
}

/**
 * A zip written byte by byte.
 * @param lies `count`: how many entries it says it has
 */
export function rawZip(entries: RawEntry[], lies: { count?: number } = {}): Buffer {
  const parts: Buffer[] = [];
  const table: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { path, content = '', method = 8, mode = 0o100_644, localPath = path } = entry;
    const packed = method === 8 ? deflateRawSync(content) : Buffer.from(content);
    const [name, localName] = [Buffer.from(path), Buffer.from(localPath)];
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common(entry, packed, localName), localName, packed]);
    const rest = numbers([2, 0], [2, 0], [2, 0], [4, (mode << 16) >>> 0], [4, offset]);
    const head = Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), numbers([2, 0x03_14]), common(entry, packed, name), rest]);
    table.push(head, name);
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(table);
  const count = lies.count ?? entries.length;
  const end = numbers([2, 0], [2, 0], [2, count], [2, count], [4, list.length], [4, offset], [2, 0]);
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
