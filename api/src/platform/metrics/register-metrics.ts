import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { AppError, notFound } from '../errors/app-error.ts';
import type { App } from '../http/app.ts';
import { isLocalRequest } from '../http/local-request.ts';
import type { Instruments } from './instruments.ts';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counts failures of this way to sign in. */
    signsIn?: 'password' | 'link' | 'social';
  }
}

/** Most responses take less than 50 ms, and none more than 10 s. */
export const RESPONSE_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Labels responses by route pattern: URLs may identify users. */
export function measureResponses(app: App, { counter, gauge, histogram }: Instruments): void {
  const responses = histogram(
    'solvent_http_request_duration_seconds',
    'Duration of responses, by route; /* are pages and files of the site.',
    RESPONSE_BUCKETS,
    ['method', 'route', 'status'],
  );
  const inFlight = gauge('solvent_http_requests_underway', 'Requests in flight.');
  const signInFailures = counter(
    'solvent_sign_in_failures_total',
    'Failed sign-ins, by way (password, link, social) and error code.',
    ['way', 'reason'],
  );
  const unknownRoutes = counter(
    'solvent_unknown_routes_total',
    'Requests for unknown routes under /api: a page may be newer than the server.',
  );
  app.addHook('onRequest', (_request, reply, done) => {
    inFlight.inc();
    // `onResponse` does not run for a client that disconnects before the response is sent.
    reply.raw.once('close', () => inFlight.dec());
    done();
  });
  app.addHook('onError', (request, _reply, error, done) => {
    const way = request.routeOptions.config.signsIn;
    if (way !== undefined) signInFailures.inc({ way, reason: error instanceof AppError ? error.code : 'internal' });
    if (error instanceof AppError && error.code === 'unknown_route') unknownRoutes.inc();
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    responses.observe({ method, route: routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
}

/** Registers `GET /metrics` for holders of METRICS_TOKEN or, in development without that setting, for local requests. Others get a 404. */
export function registerMetrics(app: App, metrics: Metrics, config: Config): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, config)) throw notFound();
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

function mayRead(request: FastifyRequest, { metricsTokens, env }: Config): boolean {
  if (metricsTokens.length === 0) return env !== 'production' && isLocalRequest(request);
  const actual = Buffer.from(request.headers.authorization ?? '');
  return metricsTokens.some((token) => {
    const expected = Buffer.from(`Bearer ${token}`);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
}
