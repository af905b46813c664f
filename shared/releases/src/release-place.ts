import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { bucketAddress, bucketProblem } from '@solvent/object-store';
import type { Problem } from '@solvent/object-store';
import { LOCAL_CHANNEL } from '@solvent/federation/manifest';
import { DeliveryError } from './delivery-error.ts';

/** Settings of the release store; empty means unset. */
export interface PlaceSettings {
  RELEASES_URL?: string | undefined;
  RELEASES_DIR?: string | undefined;
  DATA_DIR?: string | undefined;
  NODE_ENV?: string | undefined;
}

export interface ChannelSettings extends PlaceSettings {
  CHANNEL?: string | undefined;
}

/** Returns whether releases are in the default folder of a development machine. */
export const isLocalStore = ({ RELEASES_URL, RELEASES_DIR, NODE_ENV }: ChannelSettings): boolean =>
  !RELEASES_URL && !RELEASES_DIR && NODE_ENV !== 'production';

/** Returns the default channel: `CHANNEL`, or on a development machine the one that `npm start` serves. */
export const defaultChannel = (settings: ChannelSettings): string =>
  settings.CHANNEL || (isLocalStore(settings) ? LOCAL_CHANNEL : 'production');

/** Returns the bucket URL or absolute path of releases. @throws DeliveryError for ambiguous settings */
export function releasePlace({ RELEASES_URL, RELEASES_DIR, DATA_DIR, NODE_ENV }: PlaceSettings, root: string): string {
  if (RELEASES_URL && RELEASES_DIR)
    throw new DeliveryError('Releases are in one place: set RELEASES_URL (a bucket) or RELEASES_DIR (a folder), not both.');
  if (NODE_ENV === 'production' && !RELEASES_URL && !isAbsolute(RELEASES_DIR || DATA_DIR || ''))
    throw new DeliveryError(
      'NODE_ENV is production, so releases are in a bucket (RELEASES_URL), or in a folder that is named by its whole path: set DATA_DIR, such as /var/lib/solvent, or RELEASES_DIR.',
    );
  return RELEASES_URL || resolve(root, RELEASES_DIR || join(DATA_DIR || '.data', 'releases'));
}

/** Returns why a release store cannot be used; undefined if it can, or its folder will be created. */
export async function placeProblem(where: string, mustExist: boolean): Promise<Problem | undefined> {
  const address = bucketAddress(where);
  if (address) return bucketProblem('RELEASES_URL', address);
  const sentence = folderProblem(where, mustExist);
  return sentence === undefined ? undefined : { sentence, away: false };
}

function folderProblem(folder: string, mustExist: boolean): string | undefined {
  try {
    if (!statSync(folder).isDirectory()) return `The release store ${folder} is not a folder: correct RELEASES_DIR.`;
    accessSync(folder, constants.R_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      return `The release store ${folder} cannot be read (${code}): correct RELEASES_DIR, or its permissions.`;
    if (!mustExist) return undefined;
    return `The release store ${folder} does not exist: correct RELEASES_DIR, or create it with "pnpm delivery deploy".`;
  }
}
