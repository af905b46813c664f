import type { Span } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import type { App } from '../http/app.ts';
import { startSpan, endSpan, isTracing, runInSpan } from './tracing.ts';

/** What is asked all the time, by machines: nobody looks for a trace of it. */
const UNTRACED = /^\/(metrics$|api\/(health\/|runtime-reports|csp-reports))/;

const spans = new WeakMap<FastifyRequest, Span>();

const headerOf = ({ headers }: FastifyRequest): string | undefined =>
  typeof headers['traceparent'] === 'string' ? headers['traceparent'] : undefined;

/**
 * Makes each request a span, named by its route's pattern, in the trace of who asked: what its handlers do belongs to it, and its log
 * lines say its trace. Costs nothing where no traces are sent.
 */
export function traceRequests(app: App): void {
  if (!isTracing()) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    if (UNTRACED.test(route)) return done();
    const attributes = { 'http.request.method': method, 'http.route': route, 'solvent.request': request.id };
    const span = startSpan({ name: `${method} ${route}`, kind: 'server', attributes }, headerOf(request));
    if (span === undefined) return done();
    spans.set(request, span);
    // `onResponse` does not run for a client that disconnects before its answer is written.
    reply.raw.once('close', () => {
      if (!spans.delete(request)) return;
      span.setAttribute('solvent.aborted', true);
      endSpan(span);
    });
    request.log = reply.log = request.log.child({ trace: span.spanContext().traceId });
    runInSpan(span, done);
  });
  // A body comes by its connection, which is nobody's request: what follows would not know whose it is.
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
