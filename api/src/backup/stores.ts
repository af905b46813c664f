import { existsSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { bucketAddress, openBucket, openFolder } from '@solvent/object-store';
import type { ObjectStore, ObjectStoreError } from '@solvent/object-store';
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

export function openStores({ bucket, dataDir, releases }: Pick<Config, 'bucket' | 'dataDir' | 'releases'>): {
  files: ObjectStore;
  releases: ObjectStore;
} {
  return {
    files: bucket ? openBucket(bucket, toStartupError) : openFolder(resolve(dataDir, 'files'), toStartupError),
    releases: openLocation(releases),
  };
}

const findExisting = (path: string): string => (existsSync(path) || dirname(path) === path ? path : findExisting(dirname(path)));

/** Call it before root writes to folders. @returns a function that restores the owners, and returns the folders that root owns */
export function readOwners(folders: string[]): () => string[] {
  const owners = folders.map((folder) => ({ folder, owner: statSync(findExisting(folder)) }));
  return () => {
    const written = owners.filter(({ folder }) => existsSync(folder));
    for (const { folder, owner } of written) {
      // With `withFileTypes`, the walk does not follow symbolic links, which may lead out of the folder.
      const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
      for (const path of [folder, ...entries.map(({ parentPath, name }) => join(parentPath, name))])
        lchownSync(path, owner.uid, owner.gid);
    }
    return written.filter(({ owner }) => owner.uid === 0).map(({ folder }) => folder);
  };
}
