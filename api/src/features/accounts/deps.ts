import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { AddJob } from '../../platform/jobs/jobs.ts';
import type { Events } from '../../platform/outbox/outbox.ts';
import type { Exporter } from './export/exporter.ts';
import type { UserRow } from '../../schema/index.ts';
import type { PasswordAttempts, Passwords } from './auth/passwords.ts';
import type { Sessions } from './auth/sessions.ts';

/** A feature's part of the deletion of an account, in one transaction with all others. */
export interface AccountDeletionHook {
  /** Locks rows that must come first in the lock order. */
  lock?(tx: Tx, userId: string): Promise<void>;
  /** Ends what the user does with others, and hides what only they may still see. */
  settle?(tx: Tx, events: Events, user: UserRow, now: Date): Promise<void>;
  /** Deletes the user's own data. Content for others stays (problems with files, bids, comments, modules, reviews, purchases). */
  erase?(tx: Tx, user: UserRow): Promise<void>;
  /** Adds jobs, at the end: a job with a key waits for concurrent transactions that add it. */
  addJobs?(tx: Tx, addJob: AddJob): Promise<void>;
}

/** Hooks that other features register, so that accounts does not import them. */
export interface AccountHooks {
  /** Hooks in the order of locks (docs/architecture.md). */
  deletion: readonly AccountDeletionHook[];
  exporters: readonly Exporter[];
  notifyOwner(
    tx: Tx,
    events: Events,
    added: Record<'userId' | 'title' | 'message', string> & { type: 'sign_in_added' },
  ): Promise<void>;
}

export interface Deps extends Pick<
  Platform,
  'config' | 'db' | 'identity' | 'jobs' | 'limiters' | 'mail' | 'realtime' | 'transact'
> {
  accountHooks: AccountHooks;
  passwords: Passwords;
  passwordAttempts: PasswordAttempts;
  sessions: Sessions;
}
