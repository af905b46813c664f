import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanKind } from '@opentelemetry/api';

/** No personal data and no user input. */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanStart {
  name: string;
  kind: Lowercase<keyof typeof SpanKind>;
  attributes?: SpanAttributes;
}

/** A span that a page reports. Its requests carried these ids. */
export interface ReportedSpan {
  traceId: string;
  spanId: string;
  name: string;
  attributes: SpanAttributes;
  start: Date;
  end: Date;
}

/** OpenTelemetry's SDK, which is loaded only if traces are exported (otel.ts). */
export interface Tracer {
  /** @param parent a span, or a `traceparent`; without a valid one, starts a trace */
  begin(start: SpanStart, parent: Span | string | undefined): Span;
  fail(span: Span): void;
  report(span: ReportedSpan): void;
  close(): Promise<void>;
}

let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<Span>();

export function setTracer(newTracer: Tracer | undefined): void {
  tracer = newTracer;
}

export const isTracing = (): boolean => tracer !== undefined;

/** Starts a span, which the caller ends. @param parent a `traceparent`; default: the current span */
export const startSpan = (start: SpanStart, parent?: string): Span | undefined =>
  tracer?.begin(start, parent ?? current.getStore());

/** Runs `work`, including its async continuations, within a span. */
export const runInSpan = <Result>(span: Span, work: () => Result): Result => current.run(span, work);

/** Runs `work` outside of any trace, since it outlives its caller. */
export const withoutTrace = <Result>(work: () => Result): Result => current.exit(work);

/** Returns whether calls to other systems get spans: a call is no trace of its own. */
export const isSampled = (): boolean => current.getStore()?.isRecording() ?? false;

/** Records an error by name and code only: messages may contain user input. */
export function endSpan(span: Span | undefined, error?: unknown): void {
  if (span === undefined) return;
  if (error !== undefined) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    span.setAttribute('error.type', code || (error instanceof Error ? error.name : 'unknown'));
    tracer?.fail(span);
  }
  span.end();
}

/** @param parent a `traceparent`; default: the current span */
export async function withSpan<Result>(
  start: SpanStart,
  parent: string | undefined,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const span = startSpan(start, parent);
  if (span === undefined) return work();
  try {
    const result = await runInSpan(span, work);
    endSpan(span);
    return result;
  } catch (error) {
    endSpan(span, error);
    throw error;
  }
}

export function setSpanAttributes(attributes: SpanAttributes): void {
  current.getStore()?.setAttributes(attributes);
}

export const readTraceparent = (payload: unknown): string | undefined =>
  typeof payload === 'object' && payload !== null && 'traceparent' in payload && typeof payload.traceparent === 'string'
    ? payload.traceparent
    : undefined;

/** Returns the current span as a W3C `traceparent`, to continue the trace later; undefined unless it is sampled. */
export function currentTraceparent(): string | undefined {
  const span = current.getStore();
  if (!span?.isRecording()) return undefined;
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

export const reportSpan = (span: ReportedSpan): void => tracer?.report(span);
