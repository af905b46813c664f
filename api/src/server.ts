import { setTimeout as wait } from 'node:timers/promises';
import { openReleaseStore } from '@solvent/releases';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { createPasswordHasher } from './features/accounts/auth/passwords.ts';
import type { Config } from './platform/config/config.ts';
import { StartupError } from './platform/config/startup-error.ts';
import { createCardRenderer } from './features/previews/rendering/card-renderer.ts';
import { createPictureWorkers } from './features/files/pictures/pictures.ts';
import { createRenderer } from './features/site/rendering/renderer.ts';
import { readDataDisk, usesDataFolder } from './platform/objects/data-disk.ts';
import { createFiles } from './platform/objects/files.ts';
import { openDatabase } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { acquireServerLease } from './platform/db/server-lease.ts';
import type { ServerLease } from './platform/db/server-lease.ts';
import type { Database } from './platform/db/database.ts';
import { loadDemo } from './demo.ts';
import type { Demo } from './demo.ts';
import type { Ports } from './deps.ts';
import { errorCode } from './platform/errors/error-code.ts';
import { throttledError } from './platform/failure-log.ts';
import type { App } from './platform/http/app.ts';
import { trackInFlightRequests } from './platform/http/in-flight-requests.ts';
import type { InFlightRequests } from './platform/http/in-flight-requests.ts';
import { createFirebaseVerifier } from './platform/identity/firebase-verifier.ts';
import { createLocalMail } from './platform/mail/local-mail.ts';
import { noMail } from './platform/mail/mail.ts';
import type { Mail } from './platform/mail/mail.ts';
import { createSmtpMail } from './platform/mail/smtp-mail.ts';
import { createPayments } from './platform/payments/payments.ts';
import { connectRedis } from './platform/redis/redis.ts';
import type { RedisLink } from './platform/redis/redis.ts';
import { createFirebasePush } from './platform/push/firebase-push.ts';
import { PICTURE_CONCURRENCY } from './platform/concurrency/limiters.ts';
import { setTracer } from './platform/tracing/tracing.ts';
import { preflight } from './preflight/preflight.ts';
import type { StartReport } from './start-report.ts';
import { withTimeout } from './platform/with-timeout.ts';

/** What was asked before the end, such as a file that comes in, gets this long (ms). */
const FINISHED_WITHIN = 30_000;
/** A connection on which nothing was asked yet may be about to (ms). */
const ASKED_WITHIN = 1000;
/** What else is under way then, such as sweeping a store that does not answer, and after that the database: whatever hangs is left behind (ms). */
const APP_TIMEOUT = 12_000;
const DATABASE_TIMEOUT = 10_000;

/** A running server. */
export interface Server {
  /**
   * Says for DRAIN_SECONDS that it is not ready, while it serves on. Then it takes no new requests, sends sockets elsewhere, finishes
   * what is under way, and closes the database.
   * @throws where something hangs: 53 s after that at the latest
   */
  stop(): Promise<void>;
}

function mailOf({ smtp, localMail }: Config, db: Database['db']): Mail {
  if (smtp !== undefined) return createSmtpMail(smtp);
  return localMail ? createLocalMail(db) : noMail;
}

/** What an application on these settings reaches outside it. */
export function createPorts(
  config: Config,
  database: Pick<Database, 'db' | 'backgroundDb' | 'ping' | 'standby'>,
  redis: RedisLink | undefined,
  leaving: AbortSignal,
): Ports {
  const releases = openReleaseStore(config.releases);
  return {
    cardRenderer: createCardRenderer(),
    config,
    dataDisk: usesDataFolder(config) ? () => readDataDisk(config.dataDir) : undefined,
    db: database.db,
    backgroundDb: database.backgroundDb,
    ping: database.ping,
    files: createFiles(config),
    identity: createFirebaseVerifier(config.identity),
    stopping: leaving,
    mail: mailOf(config, database.db),
    passwords: createPasswordHasher(config.passwordCost),
    payments: createPayments(config),
    pictures: createPictureWorkers({ atOnce: PICTURE_CONCURRENCY }),
    push: createFirebasePush(config),
    releases,
    renderer: config.serverRendering && config.role !== 'worker' ? createRenderer(releases) : undefined,
    redis,
    standby: database.standby,
  };
}

function cannotListen(error: unknown, { host, port }: Config): Error {
  const code = errorCode(error);
  if (code === 'EADDRINUSE')
    return new StartupError(`Port ${port} is in use: stop the program that has it, or set PORT to another one.`);
  if (code === 'EACCES') return new StartupError(`Port ${port} is not allowed for this user: set PORT to one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(`HOST ${host} is no address of this machine: correct it, or leave it out.`);
  return error instanceof Error ? error : new Error(String(error));
}

/** Closes the application. What is under way is waited for, but not for ever: whoever is slower is cut off. */
async function finish(app: App, underWay: InFlightRequests): Promise<void> {
  const closed = app.close();
  const answered = async () => {
    await wait(ASKED_WITHIN);
    await withTimeout(FINISHED_WITHIN - ASKED_WITHIN, 'Answering', underWay.drained()).catch(() => undefined);
  };
  await Promise.race([closed, answered()]);
  app.server.closeAllConnections();
  await withTimeout(APP_TIMEOUT, 'Finishing what is under way', Promise.resolve(closed));
}

async function listen(app: App, config: Config): Promise<void> {
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    throw cannotListen(error, config);
  }
}

/** The process was suspended, and another server acquired the lease meanwhile: two servers without Redis must not run. */
function exitWithoutLease(logger: Logger): never {
  logger.fatal(
    'Another server took over the database while this one was suspended: this one exits. Run one server, or set REDIS_URL for both',
  );
  process.exit(1);
}

/** Fills an empty database with the demo data. */
async function fillDatabase(demo: Demo, ports: Ports, database: Database, report: StartReport): Promise<void> {
  const { demoProblems: problems } = ports.config;
  const onStep = (detail: string) => report('Loading the demo data', detail);
  await database.withMaintenanceDb((db) => demo.seed({ ...ports, db, minProblems: problems, onStep }));
}

/**
 * Looks whether all that the settings name is there, before anything is changed; then opens the database, builds the application and listens.
 * @param report receives each step
 * @throws StartupError with a sentence that says what to do, after giving back what it had taken.
 */
export async function startServer(config: Config, logger: Logger, report: StartReport): Promise<Server> {
  const { warnings, hints } = await preflight(config, {
    port: true,
    patience: { seconds: config.startWaitSeconds, tell: (sentence) => logger.warn(sentence) },
  });
  const tracing = config.tracing && (await import('./platform/tracing/otel.ts'));
  const tracer = config.tracing && (await tracing?.startOpenTelemetry(config.tracing, logger));
  setTracer(tracer);
  const demo = config.seed === 'demo' ? await loadDemo() : undefined;
  report('Preparing the database');
  const onStep = (detail: string) => report('Preparing the database', detail);
  const events = {
    onStep,
    onIdleError: (error: Error) => logger.warn(throttledError(error), 'A connection to the database broke'),
    onFatal: (error: Error) => {
      logger.fatal({ err: error }, 'The embedded database died; the server stops');
      process.exit(1);
    },
  };
  const database = await openDatabase(config, events, async (pool) => {
    const newerSchema = await migrate(pool, { onStep });
    if (newerSchema !== undefined) warnings.push(newerSchema);
  });
  const redis = config.redisUrl === undefined ? undefined : connectRedis(config.redisUrl, logger);
  let lease: ServerLease | undefined;
  const closeDatabase = async () => {
    // A lease that cannot be released expires.
    await lease?.release().catch(() => undefined);
    await database.close();
  };
  try {
    // The embedded database has the lock of its folder.
    if (config.databaseUrl !== undefined && redis === undefined) {
      lease = await acquireServerLease(database.backgroundDb ?? database.db);
      lease.keep(logger, () => exitWithoutLease(logger));
    }
    const leaving = new AbortController();
    const ports = createPorts(config, database, redis, leaving.signal);
    if (demo) await fillDatabase(demo, ports, database, report);
    report('Getting ready');
    const app = await buildApp(ports, logger);
    const underWay = trackInFlightRequests(app.server);
    await listen(app, config);
    for (const warning of warnings) logger.warn(warning);
    for (const hint of hints) logger.info(hint);
    const stop = async () => {
      leaving.abort();
      if (config.drainSeconds > 0)
        logger.info(`The server stops: it is not ready any more, and serves on for ${config.drainSeconds} s`);
      await wait(config.drainSeconds * 1000);
      try {
        await finish(app, underWay);
      } finally {
        await tracer?.close();
        redis?.close();
        ports.renderer?.close();
        await Promise.all([ports.cardRenderer.close(), ports.pictures.close()]);
        await withTimeout(DATABASE_TIMEOUT, 'Closing the database', closeDatabase());
      }
    };
    return { stop };
  } catch (error) {
    redis?.close();
    await closeDatabase();
    throw error;
  }
}
