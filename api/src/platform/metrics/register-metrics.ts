import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { AppError, notFound } from '../errors/app-error.ts';
import type { App } from '../http/app.ts';
import { isLocalRequest } from '../http/local-request.ts';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which way into an account it is: its failures are counted. */
    signsIn?: 'password' | 'link' | 'social';
  }
}

/** Answers are measured from the moment their request came in, and counted under their route's pattern: addresses name persons' problems. */
export function measureResponses(app: App, { answers, underway, signInFailures, unknownRoutes }: Metrics): void {
  app.addHook('onRequest', (_request, reply, done) => {
    underway.inc();
    // `onResponse` does not run for a client that disconnects before its answer is written.
    reply.raw.once('close', () => underway.dec());
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
    answers.observe({ method, route: routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
}

/**
 * `GET /metrics`, for who has METRICS_TOKEN; without such a setting, in development, for who asks from this machine by its own
 * names. For
 * everybody else there is no such page: figures tell how many people are there, and which version fails.
 */
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
  const given = Buffer.from(request.headers.authorization ?? '');
  return metricsTokens.some((token) => {
    const wanted = Buffer.from(`Bearer ${token}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}
