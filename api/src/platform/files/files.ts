import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createBucketFiles } from './bucket-files.ts';
import { bucketStartupError } from './bucket-gone.ts';
import type { FileStore } from './file-store.ts';
import { createFolderFiles } from './folder-files.ts';

/** The {@link FileStore} of the settings: their bucket, else a folder beside the embedded database. */
export function createFiles({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): FileStore {
  return bucket === undefined ? createFolderFiles(join(dataDir, 'files')) : createBucketFiles(bucket);
}

/** Asks the bucket of the settings, if they name one, for a list: it is there, and may be used. @throws StartupError with what to do */
export async function checkFiles({ bucket }: Pick<Config, 'bucket'>, files: FileStore): Promise<void> {
  if (bucket === undefined) return;
  try {
    await files.list('incoming');
  } catch (error) {
    throw bucketStartupError(bucket, error);
  }
}
