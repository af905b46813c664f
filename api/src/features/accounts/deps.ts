import type { Platform } from '../../platform/platform.ts';
import type { AccountHooks } from './hooks.ts';
import type { PasswordAttempts, Passwords } from './auth/passwords.ts';
import type { Sessions } from './auth/sessions.ts';

export interface Deps extends Pick<
  Platform,
  'config' | 'db' | 'identity' | 'jobs' | 'limiters' | 'mail' | 'realtime' | 'transact'
> {
  accountHooks: AccountHooks;
  passwords: Passwords;
  passwordAttempts: PasswordAttempts;
  sessions: Sessions;
}
