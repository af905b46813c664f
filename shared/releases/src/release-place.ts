import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { bucketAddress, bucketProblem } from '@solvent/object-store';
import type { Problem } from '@solvent/object-store';
import { LOCAL_CHANNEL } from '@solvent/federation/manifest';
import { DeliveryError } from './delivery-error.ts';

/** The settings that say where releases are; empty ones count as unset. */
export interface PlaceSettings {
  RELEASES_URL?: string | undefined;
  RELEASES_DIR?: string | undefined;
  DATA_DIR?: string | undefined;
  NODE_ENV?: string | undefined;
}

/** The settings that say which channel is meant. */
export interface ChannelSettings extends PlaceSettings {
  CHANNEL?: string | undefined;
}

/** Whether releases are in the default folder in development: the store of one's own machine. */
export const isLocalStore = ({ RELEASES_URL, RELEASES_DIR, NODE_ENV }: ChannelSettings): boolean =>
  !RELEASES_URL && !RELEASES_DIR && NODE_ENV !== 'production';

/** The channel of a server and of commands that name none: `CHANNEL`, else on one's own machine what `npm start` serves. */
export const defaultChannel = (settings: ChannelSettings): string =>
  settings.CHANNEL || (isLocalStore(settings) ? LOCAL_CHANNEL : 'production');

/**
 * Where releases are: the bucket `RELEASES_URL`, else the folder `RELEASES_DIR`, else `releases` in `DATA_DIR` (`.data`).
 *
 * @param root folder of the workspace, which relative paths begin at
 * @returns the address of a bucket, or an absolute path: what `openReleaseStore` takes
 * @throws DeliveryError where both are set, and in production where a folder depends on where the program was started from: delivery in
 *   a checkout and the servers beside it would use two stores
 */
export function releasePlace({ RELEASES_URL, RELEASES_DIR, DATA_DIR, NODE_ENV }: PlaceSettings, root: string): string {
  if (RELEASES_URL && RELEASES_DIR)
    throw new DeliveryError('Releases are in one place: set RELEASES_URL (a bucket) or RELEASES_DIR (a folder), not both.');
  if (NODE_ENV === 'production' && !RELEASES_URL && !isAbsolute(RELEASES_DIR || DATA_DIR || ''))
    throw new DeliveryError(
      'NODE_ENV is production, so releases are in a bucket (RELEASES_URL), or in a folder that is named by its whole path: set DATA_DIR, such as /var/lib/solvent, or RELEASES_DIR.',
    );
  return RELEASES_URL || resolve(root, RELEASES_DIR || join(DATA_DIR || '.data', 'releases'));
}

/**
 * Why there can be no release store at a place; undefined where it can be read, or where a folder is to be made.
 *
 * @param where as `openReleaseStore` takes it
 * @param mustExist whether a folder has to be there already
 */
export async function placeProblem(where: string, mustExist: boolean): Promise<Problem | undefined> {
  const address = bucketAddress(where);
  if (address) return bucketProblem('RELEASES_URL', address);
  const sentence = folderProblem(where, mustExist);
  return sentence === undefined ? undefined : { sentence, away: false };
}

function folderProblem(folder: string, mustExist: boolean): string | undefined {
  try {
    if (!statSync(folder).isDirectory()) return `The release store ${folder} is no folder: correct RELEASES_DIR.`;
    accessSync(folder, constants.R_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      return `The release store ${folder} cannot be read (${code}): correct RELEASES_DIR, or its permissions.`;
    if (!mustExist) return undefined;
    return `The release store ${folder} is not there: correct RELEASES_DIR, or let "pnpm delivery deploy" make it.`;
  }
}
