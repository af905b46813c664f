import type { ObjectStore } from '@solvent/object-store';
import type { ReleaseStore } from '@solvent/releases';
import type { ConcurrencyLimiters } from './concurrency/limiters.ts';
import type { Config } from './config/config.ts';
import type { Db } from './db/connect.ts';
import type { ReadRouter, Standby } from './db/standby.ts';
import type { Writes } from './http/writes.ts';
import type { IdentityVerifier } from './identity/identity-verifier.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Limits } from './limits/limits.ts';
import type { Mail } from './mail/mail.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { DataDisk } from './objects/data-disk.ts';
import type { Outbox, Transact } from './outbox/outbox.ts';
import type { Payments } from './payments/payments.ts';
import type { PushProvider } from './push/firebase-push.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { RedisLink } from './redis/redis.ts';
import type { Signals } from './redis/signals.ts';

/** External dependencies and settings of the process. Tests replace them. */
export interface PlatformPorts {
  config: Config;
  /** Undefined if nothing is stored in the data folder. */
  dataDisk: (() => Promise<DataDisk>) | undefined;
  db: Db;
  ping: () => Promise<void>;
  files: ObjectStore;
  identity: IdentityVerifier;
  /** Is aborted before a stop, when this server still responds but is not ready. */
  stopping: AbortSignal;
  mail: Mail;
  payments: Payments;
  push: PushProvider | undefined;
  /** Releases of the site, which delivery writes. */
  releases: ReleaseStore;
  /** Undefined if there is a single process. */
  redis: RedisLink | undefined;
  /** A separate connection for background work. */
  backgroundDb?: Db | undefined;
  standby: Standby | undefined;
}

/** Services for features: each declares in its `deps.ts` the ones that it uses. */
export interface Platform extends PlatformPorts {
  limits: Limits;
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
