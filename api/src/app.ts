import { createServer as createHttpServer } from 'node:http';
import Fastify from 'fastify';
import type { FastifyBaseLogger } from 'fastify';
import * as accounts from './features/accounts/index.ts';
import type { AccountsDeps, PasswordHasher } from './features/accounts/index.ts';
import * as files from './features/files/index.ts';
import type { FilesDeps, PictureMaker } from './features/files/index.ts';
import * as marketplace from './features/marketplace/index.ts';
import * as messaging from './features/messaging/index.ts';
import * as notifications from './features/notifications/index.ts';
import * as previews from './features/previews/index.ts';
import type { PreviewsDeps } from './features/previews/index.ts';
import * as profiles from './features/profiles/index.ts';
import * as site from './features/site/index.ts';
import type { SiteDeps } from './features/site/index.ts';
import * as toolbox from './features/toolbox/index.ts';
import { ACCOUNT_HOOKS, FILE_READERS } from './hooks.ts';
import { rejectBrokenRequest } from './platform/errors/broken-requests.ts';
import { handleError, handleFrameworkError } from './platform/errors/error-handler.ts';
import { notFound, unknownRoute } from './platform/errors/app-error.ts';
import { newRequestId, RequestLog } from './platform/errors/request-log.ts';
import type { App, Feature, FeatureRoutes } from './platform/http/app.ts';
import { watchClock } from './platform/db/clock.ts';
import { watchDatabase } from './platform/db/database-watch.ts';
import { createReadRouter } from './platform/db/standby.ts';
import { addStatusToSchemas, addSuccessStatus } from './platform/http/envelope.ts';
import { requireAppKey, rejectMultipleHosts } from './platform/http/request-headers.ts';
import { limitBodyTime, REQUEST_TIMEOUT_MS, BODY_LIMIT_BYTES, registerBodyParsers } from './platform/http/request-bodies.ts';
import { registerOpenApi } from './platform/http/open-api.ts';
import { defaultToNoStore, registerSecurityHeaders } from './platform/http/security-headers.ts';
import { warnAboutUntrustedProxy } from './platform/http/network.ts';
import { watchWrites } from './platform/http/writes.ts';
import { yupValidatorCompiler } from './platform/http/yup-validation.ts';
import { backlogGauges } from './platform/jobs/backlog.ts';
import { addModuleWords, indexTerms, indexTermsJob, moduleWordsJob } from './platform/db/index-terms.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { createLimits } from './platform/limits/limits.ts';
import { deleteExpiredCounts, registerLimits } from './platform/limits/register-limits.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { measureResponses, registerMetrics } from './platform/metrics/register-metrics.ts';
import { diskGauges } from './platform/objects/data-disk.ts';
import { Outbox } from './platform/outbox/outbox.ts';
import type { Platform, PlatformPorts } from './platform/platform.ts';
import type { Realtime } from './platform/realtime/realtime.ts';
import { createSocketServer } from './platform/realtime/socket-server.ts';
import type { SocketServer } from './platform/realtime/socket-server.ts';
import { openSignals } from './platform/redis/signals.ts';
import type { Signals } from './platform/redis/signals.ts';
import { traceRequests } from './platform/tracing/requests.ts';
import { limitConcurrentRequests, rejectOverload } from './platform/concurrency/request-concurrency.ts';
import { createConcurrencyLimiters } from './platform/concurrency/limiters.ts';
import { drainUnreadBodies } from './platform/concurrency/unread-bodies.ts';

/** Everything outside of the application: tests replace it. */
export interface Ports extends PlatformPorts, Pick<PreviewsDeps, 'cardRenderer'>, Pick<SiteDeps, 'renderer'> {
  passwords: PasswordHasher;
  pictures: PictureMaker;
}

export type Deps = Platform & AccountsDeps & FilesDeps & PreviewsDeps & SiteDeps;

const ROUTES: FeatureRoutes<Deps>[] = [
  accounts.routes,
  files.routes,
  marketplace.routes,
  messaging.routes,
  notifications.routes,
  previews.routes,
  profiles.routes,
  site.routes,
  toolbox.routes,
];

async function registerRoutes(
  app: App,
  deps: Deps,
  group: keyof FeatureRoutes<Deps>,
  extra: Feature<Deps>[] = [],
): Promise<void> {
  for (const feature of [...ROUTES.flatMap((routes) => routes[group] ?? []), ...extra])
    await app.register(async (scope) => feature(scope, deps));
}

function createServer(ports: Ports, logger: FastifyBaseLogger): App {
  const app = Fastify({
    loggerInstance: logger,
    logController: new RequestLog(),
    genReqId: newRequestId,
    trustProxy: ports.config.trustProxy.length > 0 ? ports.config.trustProxy : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: site.encodeMalformedPath,
    clientErrorHandler: rejectBrokenRequest,
    frameworkErrors: handleFrameworkError,
  });
  app.setValidatorCompiler(yupValidatorCompiler);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  return app;
}

async function registerKeyedApi(api: App, deps: Deps, extraFeatures: Feature<Deps>[]): Promise<void> {
  await rejectOverload(api, deps.limiters);
  api.addHook('onRequest', requireAppKey(deps.config.appKey));
  limitConcurrentRequests(api, deps.limiters);
  accounts.registerAccess(api, deps.sessions);
  if (deps.standby !== undefined) accounts.recordWrites(api, accounts.createRecentWrites(deps.db));
  await registerRoutes(api, deps, 'keyed', extraFeatures);
  // No limit, since it has no effect.
  api.all('/*', { config: { access: 'anyone', limit: 'none' }, schema: { hide: true } }, ({ method, url }) => {
    throw unknownRoute(method, url);
  });
}

async function registerApi(api: App, deps: Deps, extraFeatures: Feature<Deps>[]): Promise<void> {
  api.addHook('onSend', defaultToNoStore);
  await registerOpenApi(api);
  await api.register(async (enveloped) => {
    enveloped.addHook('onRoute', addStatusToSchemas);
    enveloped.addHook('preSerialization', addSuccessStatus);
    await registerRoutes(enveloped, deps, 'open');
    await enveloped.register((scope) => registerKeyedApi(scope, deps, extraFeatures));
  });
}

/** Moves clients to other servers on shutdown: disconnects sockets, and closes each connection after its response. */
function closeConnectionsOnStop(app: App, realtime: SocketServer, stopping: AbortSignal): void {
  let closed: Promise<void> | undefined;
  app.addHook('preClose', async () => {
    closed = realtime.close();
    // onClose throws its error.
    closed.catch(() => undefined);
  });
  app.addHook('onClose', async () => closed);
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.aborted || closed !== undefined) reply.header('connection', 'close');
  });
}

/** Interval for retries and missed jobs. New jobs start at once. */
const JOB_POLL_MS = 5000;

function openBackground(
  app: App,
  { db, backgroundDb, push, config }: Ports,
  { realtime, signals, metrics }: { realtime: Realtime; signals: Signals; metrics: Pick<Metrics, 'jobs' | 'clockOffset'> },
): { outbox: Outbox; jobs: Jobs } {
  const { log } = app;
  const watch = watchDatabase(log);
  const outbox = new Outbox(db, realtime, log, { backgroundDb, watch });
  const jobs = new Jobs({
    db,
    transact: outbox.transact,
    log,
    watch,
    durations: metrics.jobs,
    pollIntervalMs: config.role === 'web' ? undefined : JOB_POLL_MS,
    publishWake: (queue) => signals.publish('jobs', [queue]),
  });
  const clock = watchClock(backgroundDb ?? db, log, metrics.clockOffset);
  signals.on('jobs', (queues) => jobs.wake(queues));
  accounts.registerSessionSubscribers(outbox, realtime);
  marketplace.registerProblemSubscribers(outbox, realtime);
  notifications.registerNotificationSubscribers(outbox, realtime, push && notifications.createPusher({ db, jobs }, push));
  jobs.handle(indexTermsJob, (progress, context) => indexTerms({ db, add: jobs.add }, progress, context));
  jobs.handle(moduleWordsJob, (_payload, { signal }) => addModuleWords(db, signal));
  jobs.hourly('counts that are over', () => deleteExpiredCounts(db));
  app.addHook('onReady', async () => {
    await jobs.start();
    outbox.start();
    // The embedded database uses this machine's clock.
    if (config.databaseUrl !== undefined) clock.start();
  });
  app.addHook('onClose', async () => {
    clock.close();
    await jobs.close();
    await outbox.close();
    signals.close();
  });
  return { outbox, jobs };
}

/** Routes of a process that only runs jobs. */
const WORKER_ROUTES = new Set(['/api/health/live', '/api/health/ready', '/metrics']);

function restrictToWorkerRoutes(app: App): void {
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (!WORKER_ROUTES.has(routeOptions.url ?? '')) throw notFound();
  });
}

/** Closes its sockets, but not its ports. @param extraFeatures routes of a test under /api */
export async function buildApp(ports: Ports, logger: FastifyBaseLogger, extraFeatures: Feature<Deps>[] = []): Promise<App> {
  const app = createServer(ports, logger);
  const sessions = accounts.createSessionStore(ports.db);
  const limiters = createConcurrencyLimiters();
  const metrics = createMetrics({
    countSockets: () => sockets.count(),
    limiters,
    pools: { primary: ports.db.$client, replica: ports.standby?.db.$client },
    redis: ports.redis,
    gauges: [...backlogGauges(ports.db), ...diskGauges(ports.dataDisk)],
  });
  app.addHook('onClose', async () => metrics.close());
  const isWorker = ports.config.role === 'worker';
  // A worker accepts no sockets, but publishes updates to the sockets of other servers.
  const sockets = createSocketServer(isWorker ? createHttpServer() : app.server, {
    ...ports,
    acceptsConnections: !isWorker,
    log: app.log,
    metrics: metrics.sockets,
    sessions,
    limiters,
    findPeers: messaging.createPeerFinder(ports.db),
    findOtherParticipant: messaging.createParticipantFinder(ports.db),
  });
  const limits = createLimits({ ...ports, onRefused: (limit) => metrics.limitsRefused.inc({ limit }) });
  const passwordAttempts = accounts.createPasswordAttempts(limits);
  const signals = openSignals(ports.redis);
  const { outbox, jobs } = openBackground(app, ports, { realtime: sockets, signals, metrics });
  const deps: Deps = {
    ...ports,
    accountHooks: ACCOUNT_HOOKS,
    fileReaders: FILE_READERS,
    passwords: accounts.limitPasswordHashing(ports.passwords, limiters.passwords),
    pictures: files.createPictures(ports.pictures, limiters),
    sessions,
    fileLinks: await files.createFileLinks(ports.db),
    limits,
    readLiveChannel: site.createLiveReader(ports.releases, ports.config, app.log),
    releaseReader: site.createReleaseReader(ports.releases),
    passwordAttempts,
    realtime: sockets,
    outbox,
    transact: outbox.transact,
    jobs,
    metrics,
    signals,
    readRouter: createReadRouter(ports.db, ports.standby, app.log, accounts.createRecentWrites(ports.db).hasWrittenRecently),
    limiters,
    writeEvents: watchWrites(app, ports.config, signals),
  };
  app.decorateRequest('caller', null);
  traceRequests(app);
  if (isWorker) restrictToWorkerRoutes(app);
  closeConnectionsOnStop(app, sockets, ports.stopping);
  measureResponses(app, metrics);
  rejectMultipleHosts(app);
  warnAboutUntrustedProxy(app, ports.config);
  limitBodyTime(app);
  registerBodyParsers(app);
  await registerSecurityHeaders(app);
  registerLimits(app, deps.limits);
  drainUnreadBodies(app, limiters.unreadBodies);
  await app.register((api) => registerApi(api, deps, extraFeatures), { prefix: '/api' });
  registerMetrics(app, metrics, ports.config);
  await registerRoutes(app, deps, 'root');
  return app;
}
