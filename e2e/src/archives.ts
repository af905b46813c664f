import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

export type ArchivedFiles = Record<string, string | Buffer>;

export const hashSha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** @param options compress: true by default */
export function createZip(files: ArchivedFiles, options: { compress?: boolean } = {}): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path, options);
  zip.end();
  return buffer(zip.outputStream);
}

/** @returns SHA-256 of each file by its path */
export async function hashFiles(archive: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(archive);
  const sums: Record<string, string> = {};
  for await (const entry of zip.eachEntry())
    sums[entry.fileName] = hashSha256(await buffer(await zip.openReadStreamPromise(entry)));
  return sums;
}
