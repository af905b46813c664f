import type { Platform } from '../../platform/platform.ts';
import type { AccountsDeps } from '../accounts/index.ts';
import type { FilesDeps } from '../files/index.ts';

export type Deps = Pick<
  Platform,
  'db' | 'files' | 'jobs' | 'limits' | 'mail' | 'outbox' | 'readRouter' | 'realtime' | 'signals' | 'transact' | 'writeEvents'
> &
  Pick<AccountsDeps, 'config' | 'identity' | 'passwordAttempts' | 'passwords'> &
  Pick<FilesDeps, 'fileLinks'>;
