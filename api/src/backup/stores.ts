import { resolve } from 'node:path';
import { bucketAddress, openBucket, openFolder } from '@solvent/object-store';
import type { ObjectStore, ObjectStoreError } from '@solvent/object-store';
import { ROOT } from '../../../scripts/setup/root.mjs';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Config } from '../platform/config/config.ts';

const toStartupError = (error: ObjectStoreError): StartupError => new StartupError(`${error.message}.`, { cause: error });

/** A folder, or a bucket as `s3://key:secret@host/bucket?region=…`; relative folders begin at the workspace's. */
export function openLocation(where: string): ObjectStore {
  if (!/^s3(\+http)?:/.test(where)) return openFolder(resolve(ROOT, where), toStartupError);
  const address = bucketAddress(where);
  if (address) return openBucket(address, toStartupError);
  throw new StartupError(
    'This is no address of a bucket: write s3://key:secret@host:443/bucket?region=eu-central-1, with the characters of addresses in key and secret percent-encoded.',
  );
}

/** The objects of a deployment, beside its database. */
export interface Stores {
  files: ObjectStore;
  releases: ObjectStore;
}

/** The stores in the settings. */
export function openStores({ bucket, dataDir, releases }: Pick<Config, 'bucket' | 'dataDir' | 'releases'>): Stores {
  return {
    files: bucket ? openBucket(bucket, toStartupError) : openFolder(resolve(dataDir, 'files'), toStartupError),
    releases: openLocation(releases),
  };
}
