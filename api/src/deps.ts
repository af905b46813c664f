import type { ReleaseStore } from '@solvent/releases';
import type { PasswordHasher, PasswordAttempts, Passwords } from './features/accounts/auth/passwords.ts';
import type { Sessions } from './features/accounts/auth/sessions.ts';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/connect.ts';
import type { ReadRouter } from './platform/db/standby/read-router.ts';
import type { Standby } from './platform/db/standby/standby.ts';
import type { CardRenderer } from './features/previews/rendering/card.ts';
import type { FileLinks } from './features/files/links.ts';
import type { PictureMaker, Pictures } from './features/files/pictures/pictures.ts';
import type { LiveReader } from './features/site/live-channel.ts';
import type { ReleaseReader } from './features/site/release-files.ts';
import type { DataDisk } from './platform/objects/data-disk.ts';
import type { Renderer } from './features/site/rendering/renderer.ts';
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

/** What the process hands to the application: settings, and what reaches outside it. */
export interface Ports {
  /** Draws the pictures of link previews. */
  cardRenderer: CardRenderer;
  config: Config;
  /** Reads the free space of the data folder's file system; undefined if nothing is stored there. */
  dataDisk: (() => Promise<DataDisk>) | undefined;
  db: Db;
  /** Settles if the database answers. */
  ping: () => Promise<void>;
  /** Pictures and documents. */
  files: ObjectStore;
  identity: IdentityVerifier;
  /** Aborted when this server is about to stop: it serves on, and is not ready for more. */
  stopping: AbortSignal;
  mail: Mail;
  passwords: PasswordHasher;
  /** Takes money for modules. */
  payments: Payments;
  /** Re-encodes pictures. */
  pictures: PictureMaker;
  /** Pushes to devices; undefined: off. */
  push: PushProvider | undefined;
  /** What the site serves: delivery writes it. */
  releases: ReleaseStore;
  /** Makes public pages ahead of browsers; undefined: they draw all pages themselves. */
  renderer: Renderer | undefined;
  /** What replicas share; undefined: there is one process. */
  redis: RedisLink | undefined;
  /** A connection to the database for what must not wait behind people's requests; undefined: there is one for all. */
  backgroundDb?: Db | undefined;
  /** A replica of the database; undefined: there is none. */
  standby: Standby | undefined;
}

/** What every feature is given. */
export interface Deps extends Omit<Ports, 'passwords' | 'pictures'> {
  /** As the ports of these names do it, by turns. */
  passwords: Passwords;
  pictures: Pictures;
  passwordAttempts: PasswordAttempts;
  sessions: Sessions;
  /** Links by which private files are read. */
  fileLinks: FileLinks;
  limits: Limits;
  /** What the site shows. */
  readLiveChannel: LiveReader;
  /** Reads and caches files of releases. */
  releaseReader: ReleaseReader;
  realtime: Realtime;
  outbox: Outbox;
  /** `outbox.transact`: transactions with events. */
  transact: Transact;
  /** Work that nobody waits for. */
  jobs: Jobs;
  metrics: Metrics;
  /** What servers tell each other, so that none waits until it looks for itself. */
  signals: Signals;
  /** Lists and searches of what everybody may see. */
  readRouter: ReadRouter;
  /** Whose turn it is, of what keeps others waiting. */
  limiters: ConcurrencyLimiters;
  /** Tells who keeps what it has read that something has changed. */
  writeEvents: Writes;
}
