import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** What a span says of its work: never whose it is, nor what somebody typed. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** Which side of a call it is, in OpenTelemetry's words. */
export type SpanKindName = 'server' | 'client' | 'consumer' | 'internal';

/** What is known of a piece of work when it begins. */
export interface SpanStart {
  name: string;
  kind: SpanKindName;
  attributes?: SpanAttributes;
}

/** What a page did and when, as it reports it: its ids went along with the calls it led to. */
export interface ReportedSpan {
  traceId: string;
  spanId: string;
  name: string;
  attributes: SpanAttributes;
  start: Date;
  end: Date;
}

/** Makes spans and sends them: OpenTelemetry's SDK, which is loaded only where traces are sent (otel.ts). */
export interface Tracer {
  /** @param parent a span of this process, or the `traceparent` of a caller; without one, or with nonsense, a trace begins */
  begin(start: SpanStart, parent: Span | string | undefined): Span;
  /** Says that what a span is of failed. */
  fail(span: Span): void;
  /** Adds a span that was measured elsewhere, under the ids that it was given there. */
  report(span: ReportedSpan): void;
  /** Sends what was not sent yet. */
  close(): Promise<void>;
}

let maker: Tracer | undefined;
const current = new AsyncLocalStorage<Span>();

/** From now on work is traced; undefined: no longer. */
export function setTracer(made: Tracer | undefined): void {
  maker = made;
}

/** Whether this process sends traces. */
export const isTracing = (): boolean => maker !== undefined;

/** Begins a span that whoever calls ends; `parent` is the `traceparent` of who asked, if they sent one. */
export const startSpan = (start: SpanStart, parent?: string): Span | undefined =>
  maker?.begin(start, parent ?? current.getStore());

/** What `work` does, now and later, belongs to this span. */
export const runInSpan = <Result>(span: Span, work: () => Result): Result => current.run(span, work);

/** What `work` does, now and later, belongs to no trace: it goes on after whoever began it. */
export const withoutTrace = <Result>(work: () => Result): Result => current.exit(work);

/**
 * Begins the span of a call to another system that `work` of a trace makes; undefined outside of one, and where it is not kept: a
 * query that nobody's request led to is no trace of its own.
 */
export function startCallSpan(name: string, attributes: SpanAttributes): Span | undefined {
  const parent = current.getStore();
  return parent?.isRecording() ? maker?.begin({ name, kind: 'client', attributes }, parent) : undefined;
}

/** Ends a span; what it failed with is told by its name and code alone: messages may quote what people typed. */
export function endSpan(span: Span | undefined, error?: unknown): void {
  if (span === undefined) return;
  if (error !== undefined) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    span.setAttribute('error.type', code || (error instanceof Error ? error.name : 'unknown'));
    maker?.fail(span);
  }
  span.end();
}

/**
 * Does `work` as a span of its own.
 * @param parent the `traceparent` that came with it; else it belongs to the work that it is part of
 */
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

/** Says more of the work under way, where that is traced. */
export function setSpanAttributes(attributes: SpanAttributes): void {
  current.getStore()?.setAttributes(attributes);
}

/** The `traceparent` that came with something from outside, if one did. */
export const readTraceparent = (said: unknown): string | undefined =>
  typeof said === 'object' && said !== null && 'traceparent' in said && typeof said.traceparent === 'string'
    ? said.traceparent
    : undefined;

/** The work under way as a W3C `traceparent`, for what others do about it later; undefined where it is not traced. */
export function currentTraceparent(): string | undefined {
  const span = current.getStore();
  if (!span?.isRecording()) return undefined;
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

/** Adds what a page did to the traces that it is part of. */
export const reportSpan = (span: ReportedSpan): void => maker?.report(span);
