import type { Context, Span, SpanContext, SpanKind } from '@opentelemetry/api';
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import { withTimeout } from '../with-timeout.ts';
import { traceCalls } from './calls.ts';
import type { SpanStart, Tracer } from './tracing.ts';

/** Spans that are not exported by then are lost. */
const CLOSE_TIMEOUT_MS = 2000;

/** Traces that clients may start in a process. */
const TRACES_PER_SECOND = 20;
const MAX_BURST = 60;

/** A token bucket. @param now in ms */
export function createRateLimit(
  perSecond = TRACES_PER_SECOND,
  burst = MAX_BURST,
  now: () => number = () => performance.now(),
): () => boolean {
  let [tokens, last] = [burst, now()];
  return () => {
    const at = now();
    tokens = Math.min(burst, tokens + ((at - last) / 1000) * perSecond);
    last = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** Limits spans of this kind, whose traces clients request by header. Continuations of our own traces, such as jobs, are kept. */
function limitKind(limited: SpanKind, kept: Sampler, dropped: Sampler): Sampler {
  const isAllowed = createRateLimit();
  return {
    shouldSample: (...args) => (args[3] !== limited || isAllowed() ? kept : dropped).shouldSample(...args),
    toString: () => `AtMost{${TRACES_PER_SECOND}/s}`,
  };
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

function parseTraceparent(traceparent = ''): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? [];
  return traceId === '' ? undefined : { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

function logOutages(exporter: SpanExporter, log: FastifyBaseLogger): SpanExporter {
  let isDown = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !isDown)
          log.warn({ err: result.error }, 'Traces are not taken by the collector: they are lost until it responds');
        if (!failed && isDown) log.info('Traces are exported again');
        isDown = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

const toHrTime = (ms: number): [seconds: number, nanoseconds: number] => [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];

/** Exports traces by OTLP over HTTP. Imports the SDK only here, to keep it out of the memory of servers without tracing. */
export async function startOpenTelemetry(tracing: NonNullable<Config['tracing']>, log: FastifyBaseLogger): Promise<Tracer> {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } = await import('@opentelemetry/api');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const sdk = await import('@opentelemetry/sdk-trace-base');
  const exporter = new OTLPTraceExporter({ url: `${tracing.endpoint.replace(/\/+$/, '')}/v1/traces` });
  const processor = new sdk.BatchSpanProcessor(logOutages(exporter, log));
  const resource = resourceFromAttributes({
    'service.name': tracing.serviceName,
    'service.instance.id': `${process.pid}`,
  });
  const provider = new sdk.BasicTracerProvider({
    resource,
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(tracing.ratio),
      remoteParentSampled: limitKind(SpanKind.SERVER, new sdk.AlwaysOnSampler(), new sdk.AlwaysOffSampler()),
    }),
    spanProcessors: [processor],
  });
  const scope = { name: 'solvent' };
  const tracer = provider.getTracer(scope.name);
  // Pages report their spans after the requests that these caused, so both have their own limits.
  const mayReport = createRateLimit();

  const toContext = (parent: Span | string | undefined): Context => {
    if (typeof parent === 'object') return trace.setSpan(ROOT_CONTEXT, parent);
    const remote = parseTraceparent(parent);
    return remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
  };

  const stopCalls = traceCalls();
  return {
    begin: ({ name, kind, attributes = {} }, parent) =>
      tracer.startSpan(
        name,
        { kind: SpanKind[kind.toUpperCase() as Uppercase<SpanStart['kind']>], attributes },
        toContext(parent),
      ),
    fail: (span) => void span.setStatus({ code: SpanStatusCode.ERROR }),
    report: ({ traceId, spanId, name, attributes, start, end }) => {
      if (!mayReport()) return;
      // A tracer would choose the ids itself.
      processor.onEnd({
        name,
        kind: SpanKind.CLIENT,
        spanContext: () => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED }),
        startTime: toHrTime(start.getTime()),
        endTime: toHrTime(end.getTime()),
        duration: toHrTime(end.getTime() - start.getTime()),
        ended: true,
        status: { code: SpanStatusCode.UNSET },
        attributes,
        links: [],
        events: [],
        resource,
        instrumentationScope: scope,
        droppedAttributesCount: 0,
        droppedEventsCount: 0,
        droppedLinksCount: 0,
      });
    },
    close: async () => {
      stopCalls();
      await withTimeout(CLOSE_TIMEOUT_MS, 'Sending the last traces', provider.shutdown()).catch(() => undefined);
    },
  };
}
