import type { Module, ModuleVersion } from '@solvent/contracts';
import { http } from '@solvent/http';
import { saveAsFile } from '@solvent/kit';
import { modulePath } from '../api/modules.ts';

/** What came is not what was published. */
export class ChecksumError extends Error {
  override readonly name = 'WrongBytes';
}

/** A failure comes as bytes too, since bytes were asked for: its sentence is in them. */
function parseErrorBody(data: unknown, _headers: unknown, status = 200): unknown {
  if (status < 400 || !(data instanceof ArrayBuffer)) return data;
  try {
    return JSON.parse(new TextDecoder().decode(data));
  } catch {
    return undefined;
  }
}

/** SHA-256 in hex; undefined where the browser keeps its cryptography from a page without TLS. */
async function computeSha256(bytes: ArrayBuffer): Promise<string | undefined> {
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  if (!subtle) return undefined;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** How a version's archive is called on the reader's disk. */
export const getArchiveName = (slug: string, version: string): string => `${slug}-${version}.zip`;

/**
 * `GET /modules/{id}/download`: fetches a version's archive, compares it with the published SHA-256, and hands it to the
 * browser as a file. Rejects with {@link ChecksumError} where it differs: nothing is handed over then.
 *
 * @param onProgress so much of it is here, 0 to 1
 */
export async function downloadModule(
  { id, slug }: Pick<Module, 'id' | 'slug'>,
  { version, sha256 }: Pick<ModuleVersion, 'version' | 'sha256'>,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const { data } = await http.get<ArrayBuffer>(modulePath(id, '/download'), {
    params: { version },
    responseType: 'arraybuffer',
    transformResponse: parseErrorBody,
    onDownloadProgress: ({ progress }) => progress !== undefined && onProgress(progress),
  });
  const actual = await computeSha256(data);
  if (actual !== undefined && actual !== sha256) throw new ChecksumError('The archive is not the one that was published.');
  saveAsFile(new Blob([data], { type: 'application/zip' }), getArchiveName(slug, version));
}
