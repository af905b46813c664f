import { isAbsolute, resolve } from 'node:path';
import { bucketAddress, openBucket, openFolder } from '@solvent/object-store';
import type { ObjectStore, ObjectStoreError } from '@solvent/object-store';
import { rootProblem } from '@solvent/setup/folders';
import { ROOT } from '@solvent/setup/root';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Config } from '../platform/config/config.ts';

const toStartupError = (error: ObjectStoreError): StartupError => new StartupError(`${error.message}.`, { cause: error });

/** @param location a folder, relative to the workspace, or a bucket as `s3://key:secret@host/bucket?region=…` */
export function openLocation(location: string): ObjectStore {
  if (!/^s3(\+http)?:/.test(location)) return openFolder(resolve(ROOT, location), toStartupError);
  const address = bucketAddress(location);
  if (address) return openBucket(address, toStartupError);
  throw new StartupError(
    'The address of the bucket is invalid: use s3://key:secret@host:443/bucket?region=eu-central-1, with special characters in key and secret percent-encoded.',
  );
}

export const openStores = ({ bucket, dataDir, releases }: Pick<Config, 'bucket' | 'dataDir' | 'releases'>) => ({
  files: bucket ? openBucket(bucket, toStartupError) : openFolder(resolve(dataDir, 'files'), toStartupError),
  releases: openLocation(releases),
});

/** Servers could neither read nor change what root writes to their folders. @throws StartupError */
export function refuseRoot(places: string[]): void {
  for (const place of places.filter(isAbsolute)) {
    const problem = rootProblem(place);
    if (problem !== undefined) throw new StartupError(problem);
  }
}
