import { createServer as createHttpServer } from 'node:http';
import Fastify from 'fastify';
import type { FastifyBaseLogger } from 'fastify';
import { accountFeature } from './features/accounts/index.ts';
import { authFeature } from './features/accounts/auth/routes.ts';
import { agreementsFeature } from './features/marketplace/agreements/routes.ts';
import { bidsFeature } from './features/marketplace/bids/routes.ts';
import { blocksFeature } from './features/accounts/blocks/routes.ts';
import { catalogueFeature } from './features/toolbox/catalogue.ts';
import { archiveFeature } from './features/toolbox/download.ts';
import { chatFeature } from './features/messaging/routes.ts';
import { contactFeature } from './features/site/contact.ts';
import { contentReportsFeature } from './features/site/content-reports.ts';
import { devMailFeature } from './features/site/dev-mail.ts';
import { discussionFeature } from './features/marketplace/comments/routes.ts';
import { filesFeature, uploadsFeature } from './features/files/routes.ts';
import { homeFeature } from './features/marketplace/home/routes.ts';
import { healthFeature } from './features/site/health.ts';
import { invitationsFeature } from './features/marketplace/invitations/routes.ts';
import { modulesFeature } from './features/toolbox/routes.ts';
import { notificationsFeature } from './features/notifications/routes.ts';
import { previewsFeature } from './features/previews/routes.ts';
import { problemsFeature } from './features/marketplace/problems/routes.ts';
import { profilesFeature } from './features/accounts/profiles/routes.ts';
import { publishingFeature } from './features/toolbox/publishing/routes.ts';
import { reviewsFeature } from './features/marketplace/reviews/routes.ts';
import { runtimeReportsFeature } from './features/site/runtime-reports/routes.ts';
import { securityContactFeature } from './features/site/security-contact.ts';
import { sitemapFeature } from './features/site/sitemap/routes.ts';
import { createLiveReader } from './features/site/live-channel.ts';
import { createReleaseReader } from './features/site/release-files.ts';
import { siteFeature } from './features/site/routes.ts';
import { registerAccess } from './access.ts';
import { createRecentWrites, recordWrites } from './features/accounts/recent-writes.ts';
import { createPasswordAttempts, limitPasswordHashing } from './features/accounts/auth/passwords.ts';
import { createSessions, registerSessionSubscribers } from './features/accounts/auth/sessions.ts';
import type { Deps, Ports } from './deps.ts';
import { answerBrokenRequest } from './platform/errors/broken-requests.ts';
import { answerFrameworkError, handleError } from './platform/errors/error-handler.ts';
import { notFound, unknownRoute } from './platform/errors/app-error.ts';
import { newRequestId } from './platform/errors/reference.ts';
import type { Feature } from './feature.ts';
import type { App } from './platform/http/app.ts';
import { watchClock } from './platform/db/clock.ts';
import { watchDatabase } from './platform/db/database-watch.ts';
import { createReadRouter } from './platform/db/standby/read-router.ts';
import { createFileLinks } from './features/files/links.ts';
import { createPictures } from './features/files/pictures/pictures.ts';
import { requireAppKey } from './platform/http/app-key.ts';
import { limitBodyTime, REQUEST_TIMEOUT_MS } from './platform/http/body-timeout.ts';
import { BODY_LIMIT_BYTES, registerBodyParsers } from './platform/http/body-parsers.ts';
import { addSuccessStatus } from './platform/http/envelope.ts';
import { rejectMultipleHosts } from './platform/http/one-host.ts';
import { registerOpenApi } from './platform/http/open-api.ts';
import { RequestLog } from './platform/http/request-log.ts';
import { defaultToNoStore, registerSecurityHeaders } from './platform/http/security-headers.ts';
import { warnAboutUntrustedProxy } from './platform/http/untrusted-proxy.ts';
import { watchWrites } from './platform/http/writes.ts';
import { yupValidatorCompiler } from './platform/http/yup-validation.ts';
import { backlogGauges } from './platform/jobs/backlog.ts';
import { indexSome, indexTerms } from './platform/db/index-terms.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { createLimits } from './platform/limits/limits.ts';
import { forgetCounts, registerLimits } from './platform/limits/register-limits.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { measureResponses, registerMetrics } from './platform/metrics/register-metrics.ts';
import { registerProblemSubscribers } from './features/marketplace/problems/changes.ts';
import { registerNotificationSubscribers } from './features/notifications/service.ts';
import { diskGauges } from './platform/objects/data-disk.ts';
import { Outbox } from './platform/outbox/outbox.ts';
import { createPusher } from './features/notifications/push.ts';
import type { Realtime } from './platform/realtime/realtime.ts';
import { createParticipantFinder, createPeerFinder } from './features/messaging/service.ts';
import { createSocketServer } from './platform/realtime/socket-server.ts';
import type { SocketServer } from './platform/realtime/socket-server.ts';
import { openSignals } from './platform/redis/signals.ts';
import type { Signals } from './platform/redis/signals.ts';
import { traceRequests } from './platform/tracing/requests.ts';
import { limitConcurrentRequests } from './platform/concurrency/request-concurrency.ts';
import { createConcurrencyLimiters } from './platform/concurrency/limiters.ts';
import { drainUnreadBodies } from './platform/concurrency/unread-bodies.ts';

/** Routes under /api, for known client applications. */
const API_FEATURES: Feature[] = [
  authFeature,
  blocksFeature,
  profilesFeature,
  accountFeature,
  uploadsFeature,
  problemsFeature,
  discussionFeature,
  reviewsFeature,
  bidsFeature,
  agreementsFeature,
  invitationsFeature,
  homeFeature,
  chatFeature,
  notificationsFeature,
  catalogueFeature,
  modulesFeature,
  publishingFeature,
  contactFeature,
  runtimeReportsFeature,
];
/** Routes under /api that need no access header. */
const OPEN_API_FEATURES: Feature[] = [healthFeature, filesFeature, archiveFeature, previewsFeature, contentReportsFeature];
/** Routes beside /api. */
const ROOT_FEATURES: Feature[] = [devMailFeature, securityContactFeature, sitemapFeature, siteFeature];

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
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerFrameworkError,
  });
  app.setValidatorCompiler(yupValidatorCompiler);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  return app;
}

async function registerKeyedApi(api: App, deps: Deps, features: Feature[]): Promise<void> {
  api.addHook('onRequest', requireAppKey(deps.config.appKey));
  limitConcurrentRequests(api, deps.limiters);
  registerAccess(api, deps.sessions);
  if (deps.standby !== undefined) recordWrites(api, createRecentWrites(deps.db));
  for (const feature of features) await api.register(async (scope) => feature(scope, deps));
  // There is nothing to write.
  api.all('/*', { config: { access: 'anyone', limit: 'none' }, schema: { hide: true } }, ({ method, url }) => {
    throw unknownRoute(method, url);
  });
}

async function registerApi(api: App, deps: Deps, features: Feature[]): Promise<void> {
  api.addHook('preSerialization', addSuccessStatus);
  api.addHook('onSend', defaultToNoStore);
  await registerOpenApi(api);
  for (const feature of OPEN_API_FEATURES) await api.register(async (scope) => feature(scope, deps));
  await api.register((scope) => registerKeyedApi(scope, deps, features));
}

/**
 * At the end the port closes at once, so that whoever comes, comes to another server; then sockets are sent there, and connections
 * close as soon as what was asked on them is answered: from the moment on at which the server says that it leaves.
 */
function finishOnClose(app: App, realtime: SocketServer, leaving: AbortSignal): void {
  let closed: Promise<void> | undefined;
  app.addHook('preClose', async () => {
    closed = realtime.close();
    // What goes wrong is thrown below.
    closed.catch(() => undefined);
  });
  app.addHook('onClose', async () => closed);
  app.addHook('onSend', async (_request, reply) => {
    if (leaving.aborted || closed !== undefined) reply.header('connection', 'close');
  });
}

/** Looks for jobs of others this often (ms). Those that this process adds, or others tell of, are begun at once. */
const LOOK_EVERY = 5000;
/** Nobody else has the embedded database. */
const LOOK_EVERY_ALONE = 60_000;

function lookEvery({ role, databaseUrl }: Ports['config']): number | undefined {
  if (role === 'web') return undefined;
  return databaseUrl === undefined ? LOOK_EVERY_ALONE : LOOK_EVERY;
}

/** What happens in the database is told to pages, and where push is on to devices; work that nobody waits for is jobs. */
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
    pollIntervalMs: lookEvery(config),
    publishWake: () => signals.publish('jobs'),
  });
  const clock = watchClock(backgroundDb ?? db, log, metrics.clockOffset);
  signals.on('jobs', () => jobs.wake());
  registerSessionSubscribers(outbox, realtime);
  registerProblemSubscribers(outbox, realtime);
  registerNotificationSubscribers(outbox, realtime, push && createPusher({ db, jobs }, push));
  jobs.handle(indexTerms, (progress, doing) => indexSome({ db, add: jobs.add }, progress, doing));
  jobs.hourly('counts that are over', () => forgetCounts(db));
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

/** What a process that only does jobs answers. */
const OF_WORKERS = new Set(['/api/health/live', '/api/health/ready', '/metrics']);

function answerAsWorker(app: App): void {
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (!OF_WORKERS.has(routeOptions.url ?? '')) throw notFound();
  });
}

/**
 * Builds the application: the same for the process and for the tests.
 * It is ready to listen or to be asked by `inject`; it owns its sockets, not the ports it is given.
 * @param more further features under /api: those of a test.
 */
export async function buildApp(ports: Ports, logger: FastifyBaseLogger, more: Feature[] = []): Promise<App> {
  const app = createServer(ports, logger);
  const sessions = createSessions(ports.db);
  const turns = createConcurrencyLimiters();
  const metrics = createMetrics({
    countSockets: () => sockets.count(),
    limiters: turns,
    pools: { primary: ports.db.$client, replica: ports.standby?.db.$client },
    redis: ports.redis,
    gauges: [...backlogGauges(ports.db), ...diskGauges(ports.dataDisk)],
  });
  app.addHook('onClose', async () => metrics.close());
  const isWorker = ports.config.role === 'worker';
  // What nobody listens on takes no sockets; what others' pages are told goes out all the same.
  const sockets = createSocketServer(isWorker ? createHttpServer() : app.server, {
    ...ports,
    acceptsConnections: !isWorker,
    log: app.log,
    watcher: metrics.sockets,
    sessions,
    limiters: turns,
    findPeers: createPeerFinder(ports.db),
    findOtherParticipant: createParticipantFinder(ports.db),
  });
  const limits = createLimits({ ...ports, onRefused: (limit) => metrics.limitsRefused.inc({ limit }) });
  const passwordTries = createPasswordAttempts(limits);
  const signals = openSignals(ports.redis);
  const { outbox, jobs } = openBackground(app, ports, { realtime: sockets, signals, metrics });
  const deps: Deps = {
    ...ports,
    passwords: limitPasswordHashing(ports.passwords, turns.passwords),
    pictures: createPictures(ports.pictures, turns),
    sessions,
    fileLinks: await createFileLinks(ports.db),
    limits,
    readLiveChannel: createLiveReader(ports.releases, ports.config.channel, app.log),
    releaseReader: createReleaseReader(ports.releases),
    passwordAttempts: passwordTries,
    realtime: sockets,
    outbox,
    transact: outbox.transact,
    jobs,
    metrics,
    signals,
    readRouter: createReadRouter(ports.db, ports.standby, app.log, createRecentWrites(ports.db).hasWrittenRecently),
    limiters: turns,
    writeEvents: watchWrites(app, signals),
  };
  app.decorateRequest('caller', null);
  traceRequests(app);
  if (isWorker) answerAsWorker(app);
  finishOnClose(app, sockets, ports.stopping);
  measureResponses(app, metrics);
  rejectMultipleHosts(app);
  warnAboutUntrustedProxy(app, ports.config);
  limitBodyTime(app);
  registerBodyParsers(app);
  await registerSecurityHeaders(app);
  registerLimits(app, deps.limits);
  drainUnreadBodies(app, turns.unreadBodies);
  await app.register((api) => registerApi(api, deps, [...API_FEATURES, ...more]), { prefix: '/api' });
  registerMetrics(app, metrics, ports.config);
  for (const feature of ROOT_FEATURES) await app.register(async (scope) => feature(scope, deps));
  return app;
}
