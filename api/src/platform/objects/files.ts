import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createBucketFiles } from './bucket-files.ts';
import type { FileStore } from './file-store.ts';
import { createFolderFiles } from './folder-files.ts';

/** The {@link FileStore} of the settings: their bucket, else a folder beside the embedded database. */
export function createFiles({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): FileStore {
  return bucket === undefined ? createFolderFiles(join(dataDir, 'files')) : createBucketFiles(bucket);
}
