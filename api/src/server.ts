import type { Server as HttpServer, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { openReleaseStore } from '@solvent/releases';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Ports } from './app.ts';
import { createPasswordHasher } from './features/accounts/index.ts';
import { createRenderer } from './features/site/index.ts';
import type { Config } from './platform/config/config.ts';
import { readDataDisk, usesDataFolder } from './platform/objects/data-disk.ts';
import { createFiles } from './platform/objects/files.ts';
import { openDatabase } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { acquireServerLease } from './platform/db/server-lease.ts';
import type { ServerLease } from './platform/db/server-lease.ts';
import type { Database } from './platform/db/database.ts';
import { loadDemo } from './demo.ts';
import { throttledError } from './platform/failure-log.ts';
import type { App } from './platform/http/app.ts';
import { createFirebaseVerifier } from './platform/identity/firebase-verifier.ts';
import { createLocalMail, noMail } from './platform/mail/mail.ts';
import type { Mail } from './platform/mail/mail.ts';
import { createSmtpMail } from './platform/mail/smtp-mail.ts';
import { createPayments } from './platform/payments/payments.ts';
import { connectRedis } from './platform/redis/redis.ts';
import type { RedisLink } from './platform/redis/redis.ts';
import { createFirebasePush } from './platform/push/firebase-push.ts';
import { PICTURE_CONCURRENCY } from './platform/concurrency/limiters.ts';
import { setTracer } from './platform/tracing/tracing.ts';
import { preflight } from './preflight/preflight.ts';
import { withTimeout } from './platform/with-timeout.ts';
import { createProcessPool } from './platform/workers/process-pool.ts';

type StartReport = (step: string, detail?: string) => void;

/** Reports the steps of a start to the log and to the parent process (scripts/setup/product.mjs). */
export function createStartReport(logger: Pick<Logger, 'info'>): StartReport {
  return (step, detail) => {
    if (detail !== undefined) logger.info(`${step}: ${detail}`);
    // The parent process may have exited meanwhile.
    if (process.connected) process.send?.({ starting: { step, detail } }, undefined, undefined, () => undefined);
  };
}

/** Time for requests in flight, such as uploads. */
const REQUESTS_TIMEOUT_MS = 30_000;
/** Time for connections that may be about to send a request. */
const IDLE_CONNECTIONS_TIMEOUT_MS = 1000;
/** Time for other work, such as a sweep of a store that does not respond. */
const APP_CLOSE_TIMEOUT_MS = 12_000;
const DATABASE_TIMEOUT_MS = 10_000;

/** Serves for DRAIN_SECONDS without being ready, then closes everything. @throws TimeoutError after at most 53 s more */
export type StopServer = () => Promise<void>;

function createMail({ smtp, localMail }: Config, db: Database['db']): Mail {
  if (smtp !== undefined) return createSmtpMail(smtp);
  return localMail ? createLocalMail(db) : noMail;
}

export function createPorts(
  config: Config,
  database: Pick<Database, 'db' | 'backgroundDb' | 'ping' | 'standby'>,
  redis: RedisLink | undefined,
  stopping: AbortSignal,
): Ports {
  const releases = openReleaseStore(config.releases);
  return {
    cardRenderer: createProcessPool({ concurrency: 1, script: new URL('card-worker.js', import.meta.url) }),
    config,
    dataDisk: usesDataFolder(config) ? () => readDataDisk(config.dataDir) : undefined,
    db: database.db,
    backgroundDb: database.backgroundDb,
    ping: database.ping,
    files: createFiles(config),
    identity: createFirebaseVerifier(config.identity),
    stopping,
    mail: createMail(config, database.db),
    passwords: createPasswordHasher(config.passwordCost),
    payments: createPayments(config),
    pictures: createProcessPool({ concurrency: PICTURE_CONCURRENCY, script: new URL('picture-worker.js', import.meta.url) }),
    push: createFirebasePush(config),
    releases,
    renderer: config.serverRendering && config.role !== 'worker' ? createRenderer(releases) : undefined,
    redis,
    standby: database.standby,
  };
}

/** Returns the open responses to requests that arrive after this call. */
function trackOpenResponses(server: HttpServer): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return open;
}

async function waitUntilClosed(responses: ReadonlySet<ServerResponse>): Promise<void> {
  // Also visits responses that are added meanwhile.
  for (const response of responses) await new Promise((resolve) => response.once('close', resolve));
}

async function closeApp(app: App, openResponses: ReadonlySet<ServerResponse>): Promise<void> {
  const closed = app.close();
  const drained = async () => {
    await wait(IDLE_CONNECTIONS_TIMEOUT_MS);
    const timeoutMs = REQUESTS_TIMEOUT_MS - IDLE_CONNECTIONS_TIMEOUT_MS;
    await withTimeout(timeoutMs, 'Waiting for requests', waitUntilClosed(openResponses)).catch(() => undefined);
  };
  await Promise.race([closed, drained()]);
  app.server.closeAllConnections();
  await withTimeout(APP_CLOSE_TIMEOUT_MS, 'Closing the application', Promise.resolve(closed));
}

/** Checks the settings before anything is changed. @throws StartupError with a sentence that describes what to do */
export async function startServer(config: Config, logger: Logger, report: StartReport): Promise<StopServer> {
  const warnings = await preflight(config, true, {
    seconds: config.startWaitSeconds,
    onWait: (sentence) => logger.warn(sentence),
  });
  const tracer =
    config.tracing && (await (await import('./platform/tracing/otel.ts')).startOpenTelemetry(config.tracing, logger));
  setTracer(tracer);
  const demo = config.seed === 'demo' ? await loadDemo() : undefined;
  report('Preparing the database');
  const onStep = (detail: string) => report('Preparing the database', detail);
  const events = {
    onStep,
    onIdleError: (error: Error) => logger.warn(throttledError(error), 'A connection to the database broke'),
    onFatal: (error: Error) => {
      logger.fatal({ err: error }, 'The embedded database crashed; the server stops');
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
    // The embedded database has a lock on its folder instead.
    if (config.databaseUrl !== undefined && redis === undefined) {
      lease = await acquireServerLease(database.backgroundDb ?? database.db);
      lease.keep(logger, () => {
        logger.fatal(
          'Another server took over the database while this one was suspended: this one exits. Run one server, or set REDIS_URL for both',
        );
        process.exit(1);
      });
    }
    const stopping = new AbortController();
    const ports = createPorts(config, database, redis, stopping.signal);
    if (demo) {
      const onDemoStep = (detail: string) => report('Loading the demo data', detail);
      const options = { ...ports, minProblems: config.demoProblems, onStep: onDemoStep };
      await database.withMaintenanceDb((db) => demo.seed({ ...options, db }));
    }
    report('Getting ready');
    const app = await buildApp(ports, logger);
    const openResponses = trackOpenResponses(app.server);
    await app.listen({ host: config.host, port: config.port });
    for (const warning of warnings) logger.warn(warning);
    return async () => {
      stopping.abort();
      if (config.drainSeconds > 0)
        logger.info(`The server stops: it is no longer ready, and continues to serve for ${config.drainSeconds} s`);
      await wait(config.drainSeconds * 1000);
      try {
        await closeApp(app, openResponses);
      } finally {
        await tracer?.close();
        redis?.close();
        ports.renderer?.close();
        await Promise.all([ports.cardRenderer.close(), ports.pictures.close()]);
        await withTimeout(DATABASE_TIMEOUT_MS, 'Closing the database', closeDatabase());
      }
    };
  } catch (error) {
    redis?.close();
    await closeDatabase();
    throw error;
  }
}
