import { join } from 'node:path';
import { openBucket, openFolder } from '@solvent/object-store';
import type { ObjectStore } from '@solvent/object-store';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';

/**
 * Where files' bytes are kept: the bucket of the settings, else a folder beside the embedded database. Who may read what is in the
 * `files` table, not here. A bucket that fails is 503, and worth another try; the log has the cause.
 */
export function createFiles({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): ObjectStore {
  if (bucket === undefined) return openFolder(join(dataDir, 'files'));
  return openBucket(
    bucket,
    (cause) =>
      new AppError('unavailable', 'Files are not available just now. Please try again in a moment.', { cause, retryAfter: 5 }),
  );
}
