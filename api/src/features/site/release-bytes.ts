import { findRelease } from '@solvent/delivery/releases';
import type { ReleaseStore } from '@solvent/delivery/releases';
import { storeLayout } from '@solvent/federation/manifest';
import type { ReleaseFile } from '@solvent/federation/manifest';
import { byteCache } from './byte-cache.ts';
import { RELEASE_VERSION, REMOTE_NAME } from './release-names.ts';

/** How many bytes of files are remembered: all that a live product is made of, and what is asked for of earlier versions. */
const REMEMBERED = 32 * 1024 * 1024;

/** A file as it is sent: itself, or what delivery compressed of it. */
export interface ReleaseBytes {
  file: ReleaseFile;
  bytes: Buffer;
  encoding: 'br' | 'gzip' | undefined;
}

/** Reads a file of a release the best way that `accepts` allows; undefined where no such release lists it. */
export type ReadReleaseFile = (
  name: string,
  version: string,
  path: string,
  accepts: (coding: 'br' | 'gzip') => boolean,
) => Promise<ReleaseBytes | undefined>;

/** Releases never change, so what was read is remembered. */
export function releaseBytes(store: ReleaseStore): ReadReleaseFile {
  const releases = new Map<string, ReadonlyMap<string, ReleaseFile>>();
  const readBytes = byteCache((key) => store.read(key), REMEMBERED);

  async function filesOf(name: string, version: string): Promise<ReadonlyMap<string, ReleaseFile> | undefined> {
    const folder = storeLayout.release(name, version);
    const known = releases.get(folder);
    if (known) return known;
    const release = await findRelease(store, name, version);
    if (!release) return undefined;
    const files = new Map(release.files.map((file) => [file.path, file]));
    releases.set(folder, files);
    return files;
  }

  return async (name, version, path, accepts) => {
    if (!REMOTE_NAME.test(name) || !RELEASE_VERSION.test(version)) return undefined;
    const file = (await filesOf(name, version))?.get(path);
    if (!file) return undefined;
    const key = `${storeLayout.release(name, version)}/${path}`;
    if (isCompressed(file)) {
      const brotli = accepts('br') ? await readBytes(`${key}.br`) : undefined;
      if (brotli) return { file, bytes: brotli, encoding: 'br' };
      const gzip = accepts('gzip') ? await readBytes(`${key}.gz`) : undefined;
      if (gzip) return { file, bytes: gzip, encoding: 'gzip' };
    }
    const bytes = await readBytes(key);
    return bytes && { file, bytes, encoding: undefined };
  };
}

/** Delivery compresses where it pays. */
export const isCompressed = ({ bytes, brotliBytes }: ReleaseFile): boolean => brotliBytes < bytes;
