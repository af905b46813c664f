import type { Context, Span, SpanContext } from '@opentelemetry/api';
import type { IdGenerator, Sampler, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import { withTimeout } from '../with-timeout.ts';
import { boundedSampler } from './bounded-sampler.ts';
import type { ReportedSpan, Tracer, SpanStart } from './tracing.ts';

/** Spans that are not exported by then are lost. */
const CLOSE_TIMEOUT_MS = 2000;

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

function parseTraceparent(traceparent: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
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

/** Creates spans with the ids that a page reports. */
class ReportedSpans {
  #current: Pick<ReportedSpan, 'traceId' | 'spanId'> | undefined;

  create<Result>(span: ReportedSpan, create: () => Result): Result {
    this.#current = span;
    try {
      return create();
    } finally {
      this.#current = undefined;
    }
  }

  ids(random: IdGenerator): IdGenerator {
    return {
      generateTraceId: () => this.#current?.traceId ?? random.generateTraceId(),
      generateSpanId: () => this.#current?.spanId ?? random.generateSpanId(),
    };
  }

  sampler(usual: Sampler, reported: Sampler): Sampler {
    return {
      shouldSample: (...args) => (this.#current ? reported : usual).shouldSample(...args),
      toString: () => usual.toString(),
    };
  }
}

/** Exports traces by OTLP over HTTP. Imports the SDK only here, to keep it out of the memory of servers without tracing. */
export async function startOpenTelemetry(tracing: NonNullable<Config['tracing']>, log: FastifyBaseLogger): Promise<Tracer> {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const sdk = await import('@opentelemetry/sdk-trace-base');
  const reported = new ReportedSpans();
  const [kept, dropped] = [new sdk.AlwaysOnSampler(), new sdk.AlwaysOffSampler()];
  // Pages report their spans after the requests that these caused, so each kind has its own limit.
  const requestSampler = boundedSampler({ kept, dropped }, SpanKind.SERVER);
  const reportSampler = boundedSampler({ kept, dropped }, SpanKind.CLIENT);
  const usual = new sdk.ParentBasedSampler({
    root: new sdk.TraceIdRatioBasedSampler(tracing.ratio),
    remoteParentSampled: requestSampler,
  });
  const exporter = new OTLPTraceExporter({ url: `${tracing.endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': tracing.serviceName, 'service.instance.id': `${process.pid}` }),
    sampler: reported.sampler(usual, reportSampler),
    idGenerator: reported.ids(new sdk.RandomIdGenerator()),
    spanProcessors: [new sdk.BatchSpanProcessor(logOutages(exporter, log))],
  });
  const tracer = provider.getTracer('solvent');
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL };

  const toContext = (parent: Span | string | undefined): Context => {
    if (typeof parent === 'object') return trace.setSpan(ROOT_CONTEXT, parent);
    const remote = parent === undefined ? undefined : parseTraceparent(parent);
    return remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
  };

  return {
    begin: ({ name, kind, attributes = {} }: SpanStart, parent) =>
      tracer.startSpan(name, { kind: kinds[kind], attributes }, toContext(parent)),
    fail: (span) => void span.setStatus({ code: SpanStatusCode.ERROR }),
    report: (span) =>
      reported.create(span, () => {
        const { name, attributes, start, end } = span;
        tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: start }, ROOT_CONTEXT).end(end);
      }),
    close: () => withTimeout(CLOSE_TIMEOUT_MS, 'Sending the last traces', provider.shutdown()).catch(() => undefined),
  };
}
