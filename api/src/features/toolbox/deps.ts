import type { Platform } from '../../platform/platform.ts';
import type { FilesDeps } from '../files/index.ts';

export type Deps = Pick<
  Platform,
  'config' | 'db' | 'files' | 'jobs' | 'limiters' | 'limits' | 'payments' | 'readRouter' | 'transact'
> &
  Pick<FilesDeps, 'fileLinks' | 'pictures'>;
