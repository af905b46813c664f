import type { Span } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import type { App } from '../http/app.ts';
import { startSpan, endSpan, isTracing, runInSpan } from './tracing.ts';

const UNTRACED = /^\/(metrics$|api\/(health\/|runtime-reports|csp-reports))/;

const spans = new WeakMap<FastifyRequest, Span>();

const getTraceparent = ({ headers }: FastifyRequest): string | undefined =>
  typeof headers['traceparent'] === 'string' ? headers['traceparent'] : undefined;

/** Traces requests by route pattern, continuing the client's trace, and adds the trace id to their log lines. */
export function traceRequests(app: App): void {
  if (!isTracing()) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    if (UNTRACED.test(route)) return done();
    const attributes = { 'http.request.method': method, 'http.route': route, 'solvent.request': request.id };
    const span = startSpan({ name: `${method} ${route}`, kind: 'server', attributes }, getTraceparent(request));
    if (span === undefined) return done();
    spans.set(request, span);
    // `onResponse` does not run for a client that disconnects before the response is sent.
    reply.raw.once('close', () => {
      if (!spans.delete(request)) return;
      span.setAttribute('solvent.aborted', true);
      endSpan(span);
    });
    request.log = reply.log = request.log.child({ trace: span.spanContext().traceId });
    runInSpan(span, done);
  });
  // Body events belong to the connection, so the context is lost while the body is read.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else runInSpan(span, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    endSpan(span, reply.statusCode >= 500 ? { code: reply.statusCode } : undefined);
    spans.delete(request);
    done();
  });
}
