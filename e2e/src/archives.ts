import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

/** Contents by their paths in an archive. */
export type ArchivedFiles = Record<string, string | Buffer>;

/** SHA-256 in hex. */
export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * A zip as people's programs make it.
 * @param options mode: type and permissions as Unix has them; compress: whether it is packed or only put in
 */
export function zipOf(files: ArchivedFiles, options: { mode?: number; compress?: boolean } = {}): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path, options);
  zip.end();
  return buffer(zip.outputStream);
}

/** What a zip holds: SHA-256 of each file, by its path. */
export async function sumsOf(archive: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(archive);
  const sums: Record<string, string> = {};
  for await (const entry of zip.eachEntry())
    sums[entry.fileName] = sha256Of(await buffer(await zip.openReadStreamPromise(entry)));
  return sums;
}

/** The archive with another text of the same length wherever one stands: what no honest program would write. */
function rewritten(archive: Buffer, text: string, by: string): Buffer {
  return Buffer.from(archive.toString('latin1').replaceAll(text, by), 'latin1');
}

const CODE = { 'index.js': 'export const answer = 42;\n' };
const SYMLINK = 0o120_777;

/** Archives that are made to harm, or that help nobody, and what the server says of each. */
export async function hostileArchives(): Promise<{ name: string; archive: Buffer; reason: string | RegExp }[]> {
  const plain = await zipOf({ ...CODE, 'aa/escape.sh': 'rm -rf ~' });
  return [
    {
      name: 'traversal.zip',
      archive: rewritten(plain, 'aa/escape.sh', '../escape.sh'),
      reason: "The path “../escape.sh” leads out of the module's folder.",
    },
    { name: 'bomb.zip', archive: await zipOf({ 'zeros.bin': Buffer.alloc(16 << 20) }), reason: 'more than 100 times its size' },
    {
      name: 'link.zip',
      archive: await zipOf({ secrets: '/etc/passwd' }, { mode: SYMLINK }),
      reason: '“secrets” is a symbolic link.',
    },
    {
      name: 'nested.zip',
      archive: await zipOf({ ...CODE, 'inner.zip': await zipOf(CODE) }),
      reason: '“inner.zip” is an archive inside the archive.',
    },
    { name: 'picture.zip', archive: Buffer.from('GIF89a, not a zip at all'), reason: 'This file is not a zip archive' },
  ];
}
