import type { Span } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import type { App } from '../http/app.ts';
import { endSpan, isTracing, runInSpan, startSpan } from './tracing.ts';

const UNTRACED = /^\/(metrics$|api\/(health\/|runtime-reports|csp-reports))/;

/** Traces requests by route pattern, continuing the client's trace, and adds the trace id to their log lines. */
export function traceRequests(app: App): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, headers } = request;
    const route = routeOptions.url ?? 'none';
    const traceparent = typeof headers['traceparent'] === 'string' ? headers['traceparent'] : undefined;
    const attributes = { 'http.request.method': method, 'http.route': route, 'solvent.request': request.id };
    const span = UNTRACED.test(route)
      ? undefined
      : startSpan({ name: `${method} ${route}`, kind: 'server', attributes }, traceparent);
    if (span === undefined) return done();
    spans.set(request, span);
    // Unlike `onResponse`, also for a client that disconnects before the response is sent.
    reply.raw.once('close', () => {
      const { statusCode } = reply;
      span.setAttributes(reply.raw.writableFinished ? { 'http.response.status_code': statusCode } : { 'solvent.aborted': true });
      endSpan(span, reply.raw.writableFinished && statusCode >= 500 ? { code: statusCode } : undefined);
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
}
