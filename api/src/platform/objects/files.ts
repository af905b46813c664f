import { join } from 'node:path';
import { openBucket, openFolder } from '@solvent/object-store';
import type { ObjectStore, ObjectStoreError } from '@solvent/object-store';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';
import { getRootCause, errorCode } from '../errors/error-code.ts';

const UNWRITABLE_CODES: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Maps a store failure to 507 if the store is full or read-only, otherwise to 503. */
export function storeFailure(cause: ObjectStoreError): AppError {
  if (UNWRITABLE_CODES.has(errorCode(getRootCause(cause))))
    return new AppError('storage_full', 'There is no space left for files at the moment. Please try again later.', {
      cause,
      retryAfter: 60,
    });
  return new AppError('unavailable', 'Files are not available just now. Please try again in a moment.', { cause, retryAfter: 5 });
}

/** Opens the configured bucket, else a folder next to the embedded database. The `files` table contains the permissions. */
export function createFiles({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): ObjectStore {
  return bucket === undefined ? openFolder(join(dataDir, 'files'), storeFailure) : openBucket(bucket, storeFailure);
}
