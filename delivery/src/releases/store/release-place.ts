import { join, resolve } from 'node:path';
import { DeliveryError } from '../delivery-error.ts';

/** The settings that say where releases are; empty ones count as unset. */
export interface PlaceSettings {
  RELEASES_URL?: string | undefined;
  RELEASES_DIR?: string | undefined;
  DATA_DIR?: string | undefined;
}

/**
 * Where releases are: the bucket `RELEASES_URL`, else the folder `RELEASES_DIR`, else `releases` in `DATA_DIR` (`.data`).
 *
 * @param root folder of the workspace, which relative paths begin at
 * @returns the address of a bucket, or an absolute path: what `openReleaseStore` takes
 * @throws DeliveryError where both are set
 */
export function releasePlace({ RELEASES_URL, RELEASES_DIR, DATA_DIR }: PlaceSettings, root: string): string {
  if (RELEASES_URL && RELEASES_DIR)
    throw new DeliveryError('Releases are in one place: set RELEASES_URL (a bucket) or RELEASES_DIR (a folder), not both.');
  return RELEASES_URL || resolve(root, RELEASES_DIR || join(DATA_DIR || '.data', 'releases'));
}
