import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js';
import type { ZipWriterAddDataOptions } from '@zip.js/zip.js/lib/zip-core-custom.js';

type Texts = Record<string, string | Uint8Array>;

/** Builds a zip archive; its files all have the options. */
export async function buildZip(texts: Texts, options: ZipWriterAddDataOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [path, text] of Object.entries(texts)) await zip.add(path, new Uint8ArrayReader(Buffer.from(text)), options);
  return zip.close();
}
