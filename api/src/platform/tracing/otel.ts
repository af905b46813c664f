import type { Context, Span, SpanContext } from '@opentelemetry/api';
import type { IdGenerator, Sampler, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import { withTimeout } from '../with-timeout.ts';
import { boundedSampler } from './bounded-sampler.ts';
import type { ReportedSpan, Tracer, SpanStart } from './tracing.ts';

/** What is not sent after so long at the end (ms) is lost. */
const CLOSE_TIMEOUT = 2000;

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The caller's span; undefined where its header is none. */
function spanContextOf(traceparent: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

/** Says once that the collector does not take what is sent, and once that it does again: not each batch. */
function tellingOutages(exporter: SpanExporter, log: FastifyBaseLogger): SpanExporter {
  let away = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !away)
          log.warn({ err: result.error }, 'Traces are not taken: they are lost until their collector answers again');
        if (!failed && away) log.info('Traces are taken again');
        away = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/** Makes spans of a page's own ids; all others have random ones, and are kept as their parents are. */
class Reported {
  #given: Pick<ReportedSpan, 'traceId' | 'spanId'> | undefined;

  as<Result>(given: ReportedSpan, make: () => Result): Result {
    this.#given = given;
    try {
      return make();
    } finally {
      this.#given = undefined;
    }
  }

  ids(random: IdGenerator): IdGenerator {
    return {
      generateTraceId: () => this.#given?.traceId ?? random.generateTraceId(),
      generateSpanId: () => this.#given?.spanId ?? random.generateSpanId(),
    };
  }

  sampler(usual: Sampler, ofPages: Sampler): Sampler {
    return {
      shouldSample: (...asked) => (this.#given ? ofPages : usual).shouldSample(...asked),
      toString: () => usual.toString(),
    };
  }
}

/**
 * Traces by OpenTelemetry's SDK, sent by OTLP over HTTP. Its packages are asked for here alone, and only now: a server that sends no
 * traces has none of them in memory.
 */
export async function startOpenTelemetry(tracing: NonNullable<Config['tracing']>, log: FastifyBaseLogger): Promise<Tracer> {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const sdk = await import('@opentelemetry/sdk-trace-base');
  const reported = new Reported();
  const [kept, dropped] = [new sdk.AlwaysOnSampler(), new sdk.AlwaysOffSampler()];
  // A page reports what it did after what that led to: each has its own bound.
  const [asked, told] = [boundedSampler({ kept, dropped }, SpanKind.SERVER), boundedSampler({ kept, dropped }, SpanKind.CLIENT)];
  const usual = new sdk.ParentBasedSampler({
    root: new sdk.TraceIdRatioBasedSampler(tracing.ratio),
    remoteParentSampled: asked,
  });
  const exporter = new OTLPTraceExporter({ url: `${tracing.endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': tracing.serviceName, 'service.instance.id': `${process.pid}` }),
    sampler: reported.sampler(usual, told),
    idGenerator: reported.ids(new sdk.RandomIdGenerator()),
    spanProcessors: [new sdk.BatchSpanProcessor(tellingOutages(exporter, log))],
  });
  const tracer = provider.getTracer('solvent');
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL };

  const contextOf = (parent: Span | string | undefined): Context => {
    if (typeof parent === 'object') return trace.setSpan(ROOT_CONTEXT, parent);
    const remote = parent === undefined ? undefined : spanContextOf(parent);
    return remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
  };

  return {
    begin: ({ name, kind, attributes = {} }: SpanStart, parent) =>
      tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent)),
    fail: (span) => void span.setStatus({ code: SpanStatusCode.ERROR }),
    report: (span) =>
      reported.as(span, () => {
        const { name, attributes, start, end } = span;
        tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: start }, ROOT_CONTEXT).end(end);
      }),
    close: () => withTimeout(CLOSE_TIMEOUT, 'Sending the last traces', provider.shutdown()).catch(() => undefined),
  };
}
