import type { Module, ModuleVersion } from '@solvent/contracts';
import { http } from '@solvent/http';
import { saveAsFile } from '@solvent/kit';
import { modulePath } from '../api/modules.ts';

export class ChecksumError extends Error {
  override readonly name = 'WrongBytes';
}

/** With `responseType: arraybuffer`, error bodies are bytes, too. */
function parseErrorBody(data: unknown, _headers: unknown, status = 200): unknown {
  if (status < 400 || !(data instanceof ArrayBuffer)) return data;
  try {
    return JSON.parse(new TextDecoder().decode(data));
  } catch {
    return undefined;
  }
}

/** SHA-256 in hex; undefined without TLS, where browsers have no `crypto.subtle`. */
async function computeSha256(bytes: ArrayBuffer): Promise<string | undefined> {
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  if (!subtle) return undefined;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const getArchiveName = (slug: string, version: string): string => `${slug}-${version}.zip`;

/**
 * `GET /modules/{id}/download`: saves the archive as a file.
 *
 * @param onProgress receives the fraction, 0 to 1
 * @throws ChecksumError if its SHA-256 is not the published one
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
