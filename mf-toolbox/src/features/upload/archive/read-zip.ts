const END = { signature: 0x06054b50, bytes: 22 };
const COMMENT_MAX_BYTES = 65_535;
const ENTRY = { signature: 0x02014b50, bytes: 46 };
const LOCAL = { signature: 0x04034b50, bytes: 30 };
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

/** Larger than that of the largest archive that the server accepts. */
const DIRECTORY_MAX_BYTES = 2 * 1024 * 1024;

export interface ZipEntry {
  path: string;
  flags: number;
  method: number;
  packedBytes: number;
  bytes: number;
  offset: number;
}

/** Reads beyond the end throw, as all reads of broken archives do. */
const readView = async (file: Blob, start: number, end: number) => new DataView(await file.slice(start, end).arrayBuffer());

function requireSignature(view: DataView, at: number, signature: number): void {
  if (view.getUint32(at, true) !== signature) throw new Error('The archive is broken.');
}

async function findDirectory(file: Blob): Promise<{ start: number; bytes: number }> {
  const view = await readView(file, Math.max(0, file.size - COMMENT_MAX_BYTES - END.bytes), file.size);
  let at = view.byteLength - END.bytes;
  while (at >= 0 && view.getUint32(at, true) !== END.signature) at -= 1;
  if (at < 0) throw new Error('This is no archive.');
  return { bytes: view.getUint32(at + 12, true), start: view.getUint32(at + 16, true) };
}

/** Lists the files of a zip archive, reading its table of contents only. Throws if it is broken or too large. */
export async function listZipEntries(file: Blob): Promise<ZipEntry[]> {
  const { start, bytes } = await findDirectory(file);
  if (bytes > DIRECTORY_MAX_BYTES) throw new Error('The archive has too many files.');
  const view = await readView(file, start, start + bytes);
  const entries: ZipEntry[] = [];
  for (let at = 0; at < view.byteLength;) {
    requireSignature(view, at, ENTRY.signature);
    const nameBytes = view.getUint16(at + 28, true);
    entries.push({
      path: new TextDecoder().decode(new Uint8Array(view.buffer, at + ENTRY.bytes, nameBytes)),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += ENTRY.bytes + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Stops at the first byte beyond `maxBytes`, whatever size the archive states. */
async function readAtMost(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > maxBytes) {
      void reader.cancel();
      throw new Error('The file is too large.');
    }
    chunks.push(part.value);
  }
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

/** UTF-8, or UTF-16 with its byte order mark. Throws for other encodings. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const utf16 = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes);
}

/** Unpacks one text file. Throws if it is broken, encrypted, no text, or larger than `maxBytes`. */
export async function readZipText(file: Blob, entry: ZipEntry, maxBytes: number): Promise<string> {
  const { flags, method, packedBytes, bytes, offset } = entry;
  const canRead = (method === STORED || method === DEFLATED) && (flags & ENCRYPTED) === 0;
  if (!canRead || bytes > maxBytes || packedBytes > maxBytes) throw new Error('The file cannot be read.');
  const header = await readView(file, offset, offset + LOCAL.bytes);
  requireSignature(header, 0, LOCAL.signature);
  const start = offset + LOCAL.bytes + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = file.slice(start, start + packedBytes).stream();
  const stream = method === STORED ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'));
  return decodeText(await readAtMost(stream, maxBytes));
}
