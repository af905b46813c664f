import type { Db } from '../../platform/db/connect.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsDeps } from '../accounts/index.ts';
import type { FileLinks } from './links.ts';
import type { Pictures } from './pictures/pictures.ts';

/** Returns rows if the user may read the file. */
export type AccessQuery = (db: Db, fileId: string, userId: string) => PromiseLike<unknown[]>;

/** Purposes of files that only two users may read. */
export type BilateralPurpose = 'message' | 'bid' | 'delivery';

/** The features' rules for private files (product 6.6), and for hidden ones of taken-down content. */
export type FileReaders = Record<BilateralPurpose | 'hidden', AccessQuery>;

export interface Deps extends Pick<Platform, 'db' | 'files' | 'jobs' | 'limits'>, Pick<AccountsDeps, 'sessions'> {
  fileReaders: FileReaders;
  fileLinks: FileLinks;
  pictures: Pictures;
}
