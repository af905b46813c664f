import { deflateRawSync } from 'node:zlib';

type Texts = Record<string, string | Uint8Array>;

/** Writes numbers of 2 (`short`) or 4 bytes, as zip archives have them. */
const short = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
const long = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);

interface ZipOptions {
  compress?: boolean;
  /** Unpacked size that the archive states for each file. */
  statedBytes?: number;
}

/** Builds a zip archive without checksums, which readers of single files do not check. */
export function buildZip(texts: Texts, { compress = true, statedBytes }: ZipOptions = {}): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(texts)) {
    const content = Buffer.from(text);
    const packed = compress ? deflateRawSync(content) : content;
    const name = Buffer.from(path);
    const fields = [
      short(20, 0, compress ? 8 : 0, 0, 0),
      long(0, packed.length, statedBytes ?? content.length),
      short(name.length, 0),
    ];
    entries.push(Buffer.concat([long(0x02014b50), short(20), ...fields, short(0, 0, 0), long(0, offset), name]));
    const local = Buffer.concat([long(0x04034b50), ...fields, name, packed]);
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const count = entries.length;
  return Buffer.concat([
    ...locals,
    directory,
    long(0x06054b50),
    short(0, 0, count, count),
    long(directory.length, offset),
    short(0),
  ]);
}
