import type { Platform } from '../../platform/platform.ts';
import type { AccountsDeps } from '../accounts/index.ts';
import type { FileLinks } from './links.ts';
import type { FileReaders } from './file-access.ts';
import type { Pictures } from './pictures/pictures.ts';

export interface Deps extends Pick<Platform, 'db' | 'files' | 'jobs' | 'limits'>, Pick<AccountsDeps, 'sessions'> {
  fileReaders: FileReaders;
  /** Signed links to private files. */
  fileLinks: FileLinks;
  pictures: Pictures;
}
