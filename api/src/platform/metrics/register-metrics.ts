import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { AppError, notFound } from '../errors/app-error.ts';
import type { App } from '../http/app.ts';
import { isLocalRequest } from '../http/local-request.ts';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counts failures of this way to sign in. */
    signsIn?: 'password' | 'link' | 'social';
  }
}

/** Labels responses by route pattern: URLs may identify users. */
export function measureResponses(app: App, { responses, inFlight, signInFailures, unknownRoutes }: Metrics): void {
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

/** `GET /metrics` for holders of METRICS_TOKEN or, in development without that setting, for local requests. A 404 for others. */
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
