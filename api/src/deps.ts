import type { AccountHooks, PasswordAttempts, PasswordHasher, Passwords, Sessions } from './features/accounts/index.ts';
import type { FileLinks, FileReaders, PictureMaker, Pictures } from './features/files/index.ts';
import type { CardRenderer } from './features/previews/index.ts';
import type { LiveReader, ReleaseReader, Renderer } from './features/site/index.ts';
import type { ReleaseStore } from '@solvent/releases';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/connect.ts';
import type { ReadRouter } from './platform/db/standby/read-router.ts';
import type { Standby } from './platform/db/standby/standby.ts';
import type { DataDisk } from './platform/objects/data-disk.ts';
import type { ObjectStore } from '@solvent/object-store';
import type { Writes } from './platform/http/writes.ts';
import type { IdentityVerifier } from './platform/identity/identity-verifier.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Limits } from './platform/limits/limits.ts';
import type { Mail } from './platform/mail/mail.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import type { Outbox, Transact } from './platform/outbox/outbox.ts';
import type { Payments } from './platform/payments/payments.ts';
import type { PushProvider } from './platform/push/push-provider.ts';
import type { Realtime } from './platform/realtime/realtime.ts';
import type { RedisLink } from './platform/redis/redis.ts';
import type { Signals } from './platform/redis/signals.ts';
import type { ConcurrencyLimiters } from './platform/concurrency/limiters.ts';

/** Everything outside of the application: tests replace it. */
export interface Ports {
  cardRenderer: CardRenderer;
  config: Config;
  /** Undefined if nothing is stored in the data folder. */
  dataDisk: (() => Promise<DataDisk>) | undefined;
  db: Db;
  ping: () => Promise<void>;
  files: ObjectStore;
  identity: IdentityVerifier;
  /** Aborted before a stop: this server still responds, but is not ready. */
  stopping: AbortSignal;
  mail: Mail;
  passwords: PasswordHasher;
  payments: Payments;
  pictures: PictureMaker;
  push: PushProvider | undefined;
  /** Releases of the site, which delivery writes. */
  releases: ReleaseStore;
  /** Renders public pages; undefined: only browsers do. */
  renderer: Renderer | undefined;
  /** Undefined: there is one process. */
  redis: RedisLink | undefined;
  /** A separate connection for background work. */
  backgroundDb?: Db | undefined;
  standby: Standby | undefined;
}

/** Dependencies of features. */
export interface Deps extends Omit<Ports, 'passwords' | 'pictures'> {
  accountHooks: AccountHooks;
  fileReaders: FileReaders;
  passwords: Passwords;
  pictures: Pictures;
  passwordAttempts: PasswordAttempts;
  sessions: Sessions;
  /** Signed links to private files. */
  fileLinks: FileLinks;
  limits: Limits;
  readLiveChannel: LiveReader;
  releaseReader: ReleaseReader;
  realtime: Realtime;
  outbox: Outbox;
  transact: Transact;
  jobs: Jobs;
  metrics: Metrics;
  signals: Signals;
  /** Routes public lists and searches to the standby. */
  readRouter: ReadRouter;
  limiters: ConcurrencyLimiters;
  /** Emits writes that change public pages, to invalidate caches. */
  writeEvents: Writes;
}
