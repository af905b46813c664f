import type { Context, Span, SpanContext, SpanKind } from '@opentelemetry/api';
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import { ConditionLog } from '../condition-log.ts';
import { TokenBucket } from '../token-bucket.ts';
import { withTimeout } from '../with-timeout.ts';
import { traceCalls } from './calls.ts';
import type { SpanStart, Tracer } from './tracing.ts';

/** Spans that are not exported by then are lost. */
const CLOSE_TIMEOUT_MS = 2000;

/** Traces that clients may start in a process. */
const TRACE_RATE = { size: 60, perSecond: 20 };

/** Limits spans of this kind, whose traces clients request by header. Continuations of our own traces, such as jobs, are kept. */
function limitKind(limited: SpanKind, kept: Sampler, dropped: Sampler): Sampler {
  const traces = new TokenBucket(TRACE_RATE);
  return {
    shouldSample: (...args) => (args[3] !== limited || traces.take() ? kept : dropped).shouldSample(...args),
    toString: () => `AtMost{${TRACE_RATE.perSecond}/s}`,
  };
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

function parseTraceparent(traceparent = ''): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? [];
  return traceId === '' ? undefined : { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

function logOutages(exporter: SpanExporter, log: FastifyBaseLogger): SpanExporter {
  const outage = new ConditionLog(log, {
    lasts: (reason) => `Traces are not taken by the collector (${reason}): they are lost until it responds`,
    ended: 'Traces are exported again',
  });
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error === undefined) outage.reportEnded();
        else outage.reportActive(result.error);
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
  // Page spans have their own limit: they arrive after the requests that they caused, which may have used up a shared one.
  const reports = new TokenBucket(TRACE_RATE);

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
      if (!reports.take()) return;
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
