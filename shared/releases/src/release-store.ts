import { releaseSchema, storeLayout } from '@solvent/federation/manifest';
import type { Release } from '@solvent/federation/manifest';
import { bucketAddress, openBucket, openFolder } from '@solvent/object-store';
import type { ObjectStore, ObjectStoreError } from '@solvent/object-store';
import { ValidationError } from 'yup';
import { DeliveryError } from './delivery-error.ts';
import { describeObject } from './describe-object.ts';

/**
 * Where releases and channels are kept (`storeLayout`). Everything throws {@link DeliveryError} where the store does not answer; what
 * is written once (files of releases, revisions) is written again with the same bytes only.
 */
export interface ReleaseStore extends Omit<ObjectStore, 'read' | 'readAll'> {
  /** What is under a key, or undefined where nothing is. */
  read(key: string): Promise<Buffer | undefined>;
  /** The JSON under a key, or undefined where nothing is. Throws {@link DeliveryError} where it is no JSON. */
  readJson(key: string): Promise<unknown>;
}

/**
 * Opens the store; nothing is asked of it yet.
 *
 * @param where absolute path of a folder, made when something is written; or the address of a bucket that exists
 *   (`s3://key:secret@host/bucket?region=…`)
 */
export function openReleaseStore(where: string): ReleaseStore {
  if (!isBucket(where)) return releasesIn(openFolder(where, tell));
  const address = bucketAddress(where);
  if (address) return releasesIn(openBucket(address, tell, describeObject));
  throw new DeliveryError(
    'The address of the release store is no bucket: write RELEASES_URL as s3://key:secret@host:443/bucket?region=eu-central-1, ' +
      'with the characters of addresses in key and secret percent-encoded.',
  );
}

const isBucket = (where: string) => /^s3(\+http)?:/.test(where);

/** A sentence that says what could not be done, why, and what to do. */
const tell = (error: ObjectStoreError): DeliveryError =>
  new DeliveryError(
    `The release store ${error.message}. See that it is there and may be written, and try again: what was not finished is not live.`,
    { cause: error },
  );

function releasesIn(objects: ObjectStore): ReleaseStore {
  const { readAll, ...store } = objects;
  return { ...store, read: readAll, readJson: async (key) => parsed(key, await readAll(key)) };
}

function parsed(key: string, bytes: Buffer | undefined): unknown {
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(String(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new DeliveryError(`${key} in the release store is no JSON (${error.message}): somebody changed it by hand.`, {
      cause: error,
    });
  }
}

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
