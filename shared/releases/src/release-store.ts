import { releaseSchema, storeLayout } from '@solvent/federation/manifest';
import type { Release } from '@solvent/federation/manifest';
import { bucketAddress, openBucket, openFolder } from '@solvent/object-store';
import type { ObjectStore, ObjectStoreError } from '@solvent/object-store';
import { ValidationError } from 'yup';
import { DeliveryError } from './delivery-error.ts';
import { describeObject } from './describe-object.ts';

/** Store of immutable releases and revisions. Throws {@link DeliveryError} if the store fails. */
export interface ReleaseStore extends Omit<ObjectStore, 'read' | 'readAll'> {
  read(key: string): Promise<Buffer | undefined>;
  /** Undefined if missing. @throws DeliveryError if it is invalid JSON */
  readJson(key: string): Promise<unknown>;
}

/** Opens the store at a folder (absolute path) or a bucket URL, without connecting. */
export function openReleaseStore(where: string): ReleaseStore {
  if (!isBucket(where)) return wrapStore(openFolder(where, toDeliveryError));
  const address = bucketAddress(where);
  if (address) return wrapStore(openBucket(address, toDeliveryError, describeObject));
  throw new DeliveryError(
    'The address of the release store is no bucket: write RELEASES_URL as s3://key:secret@host:443/bucket?region=eu-central-1, ' +
      'with the characters of addresses in key and secret percent-encoded.',
  );
}

const isBucket = (where: string) => /^s3(\+http)?:/.test(where);

const toDeliveryError = (error: ObjectStoreError): DeliveryError =>
  new DeliveryError(
    `The release store ${error.message}. Check that it exists and is writable, and try again: unfinished changes are not live.`,
    { cause: error },
  );

function wrapStore(objects: ObjectStore): ReleaseStore {
  const { readAll, ...store } = objects;
  return { ...store, read: readAll, readJson: async (key) => parseJson(key, await readAll(key)) };
}

function parseJson(key: string, bytes: Buffer | undefined): unknown {
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(String(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new DeliveryError(`${key} in the release store is not valid JSON (${error.message}): it was edited by hand.`, {
      cause: error,
    });
  }
}

const releaseKey = (name: string, version: string) => `${storeLayout.release(name, version)}/release.json`;

/** Returns a published release, or undefined. @throws DeliveryError if it is invalid */
export async function findRelease(store: ReleaseStore, name: string, version: string): Promise<Release | undefined> {
  const key = releaseKey(name, version);
  const found = await store.readJson(key);
  try {
    return found === undefined ? undefined : releaseSchema.validateSync(found);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new DeliveryError(
      `${key} in the release store is not a valid release (${error.message}): it was edited by hand. ` +
        'Put it back from a copy of the store, or publish the build under another version and promote that.',
      { cause: error },
    );
  }
}

/** Returns a published release. @throws DeliveryError if it is missing */
export async function getRelease(store: ReleaseStore, name: string, version: string): Promise<Release> {
  const release = await findRelease(store, name, version);
  if (release) return release;
  throw new DeliveryError(`${name}@${version} is not published: build it and run "pnpm delivery publish ${name}" first.`);
}

/** Publishes a release, which is immutable from then on. @returns false if it exists */
export const sealRelease = (store: ReleaseStore, release: Release): Promise<boolean> =>
  store.create(releaseKey(release.name, release.version), JSON.stringify(release, null, 2));
