import { releaseSchema, storeLayout } from '@solvent/federation/manifest';
import type { Release } from '@solvent/federation/manifest';
import { ValidationError } from 'yup';
import { DeliveryError } from '../delivery-error.ts';
import { bucketAddress } from './bucket-address.ts';
import { openBucketStore } from './bucket-store.ts';
import { openFolderStore } from './folder-store.ts';
import { saysWhatFailed } from './says-what-failed.ts';

/**
 * Where releases and channels are kept (`storeLayout`). Keys are relative paths with `/`. Everything throws {@link DeliveryError}
 * where the store does not answer.
 */
export interface ReleaseStore {
  /** The folder, or the bucket without its key: for people. */
  readonly place: string;
  /** Writes a file, whole or not at all; the same key is written again with the same bytes only. */
  put(key: string, bytes: string | Uint8Array): Promise<void>;
  /**
   * Writes a file that must not exist yet. Of many who do so at once one succeeds.
   *
   * @returns false, with nothing written, where it exists
   */
  create(key: string, text: string): Promise<boolean>;
  /** Puts a file in place of the one that is there: a reader sees the old or the new one, never a part. */
  replace(key: string, text: string): Promise<void>;
  /** What is under a key, or undefined where nothing is. */
  read(key: string): Promise<Buffer | undefined>;
  /** The JSON under a key, or undefined where nothing is. Throws {@link DeliveryError} where it is no JSON. */
  readJson(key: string): Promise<unknown>;
  exists(key: string): Promise<boolean>;
  /** All keys below a folder, however deep, in no order; none where there is no such folder. */
  list(folder: string): Promise<string[]>;
  /** Removes a file; fine where there is none. */
  remove(key: string): Promise<void>;
}

/**
 * Opens the store; nothing is asked of it yet.
 *
 * @param where absolute path of a folder, made when something is written; or the address of a bucket that exists
 *   (`s3://key:secret@host/bucket?region=…`)
 */
export function openReleaseStore(where: string): ReleaseStore {
  if (!isBucket(where)) return saysWhatFailed(openFolderStore(where));
  const address = bucketAddress(where);
  if (address) return saysWhatFailed(openBucketStore(address));
  throw new DeliveryError(
    'The address of the release store is no bucket: write RELEASES_URL as s3://key:secret@host:443/bucket?region=eu-central-1, ' +
      'with the characters of addresses in key and secret percent-encoded.',
  );
}

const isBucket = (where: string) => /^s3(\+http)?:/.test(where);

const releaseKey = (name: string, version: string) => `${storeLayout.release(name, version)}/release.json`;

/** A published release, or undefined. Throws {@link DeliveryError} where somebody edited it into nonsense. */
export async function findRelease(store: ReleaseStore, name: string, version: string): Promise<Release | undefined> {
  const key = releaseKey(name, version);
  const found = await store.readJson(key);
  try {
    return found === undefined ? undefined : releaseSchema.validateSync(found);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new DeliveryError(
      `${key} in the release store describes no release (${error.message}): somebody changed it by hand. ` +
        'Put it back from a copy of the store, or publish the build under another version and promote that.',
      { cause: error },
    );
  }
}

/** A published release. Throws {@link DeliveryError} where there is none. */
export async function getRelease(store: ReleaseStore, name: string, version: string): Promise<Release> {
  const release = await findRelease(store, name, version);
  if (release) return release;
  throw new DeliveryError(`${name}@${version} is not published: build it and run "pnpm delivery publish ${name}" first.`);
}

/** Makes a release whole: it is there from now on, and never changes. False where it was there before. */
export const sealRelease = (store: ReleaseStore, release: Release): Promise<boolean> =>
  store.create(releaseKey(release.name, release.version), JSON.stringify(release, null, 2));
