import type { Platform } from '../../platform/platform.ts';
import type { FilesDeps } from '../files/index.ts';
import type { AccountsDeps } from '../accounts/index.ts';

export type Deps = Pick<Platform, 'db' | 'files' | 'jobs' | 'limiters' | 'limits' | 'outbox' | 'realtime' | 'transact'> &
  Pick<FilesDeps, 'fileLinks' | 'pictures'> &
  Pick<AccountsDeps, 'sessions'>;
