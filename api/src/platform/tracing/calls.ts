import type { TracingChannel } from 'node:diagnostics_channel';
import { bucketCalls, isBucketFailure } from '@solvent/object-store';
import { statementCalls } from '../db/traced-pool.ts';
import { redisCalls } from '../redis/redis.ts';
import { endSpan, isSampled, startSpan } from './tracing.ts';
import type { SpanAttributes } from './tracing.ts';

type OnEnd = (error: unknown) => void;

const ignore = () => undefined;

/** @param onStart returns what to call at the end @returns unsubscribes */
export function watchCalls<Call extends object>(
  channel: TracingChannel<unknown, Call>,
  onStart: (call: Call) => OnEnd | undefined,
): () => void {
  const underway = new WeakMap<Call, OnEnd>();
  const subscriber = {
    start: (call: Call) => {
      const onEnd = onStart(call);
      if (onEnd) underway.set(call, onEnd);
    },
    asyncStart: (call: Call & { error?: unknown }) => underway.get(call)?.(call.error),
    end: ignore,
    asyncEnd: ignore,
    error: ignore,
  };
  channel.subscribe(subscriber);
  return () => channel.unsubscribe(subscriber);
}

function traceCall(name: string, attributes: SpanAttributes): OnEnd | undefined {
  if (!isSampled()) return undefined;
  const span = startSpan({ name, kind: 'client', attributes });
  return (error) => endSpan(span, error);
}

/** Spans have the start of a statement (characters). */
const MAX_TEXT_LENGTH = 2000;

/** Makes the spans of calls to the database, Redis and buckets. @returns stops */
export function traceCalls(): () => void {
  const stops = [
    watchCalls(statementCalls, ({ kind, text }) =>
      traceCall(kind, { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_TEXT_LENGTH).trim() }),
    ),
    watchCalls(redisCalls, ({ command }) => traceCall(command, { 'db.system.name': 'redis', 'db.operation.name': command })),
    watchCalls(bucketCalls, ({ operation, bucket }) => {
      const onEnd = traceCall(operation, { 'rpc.system': 'aws-api', 'rpc.method': operation, 'aws.s3.bucket': bucket });
      return onEnd && ((error) => onEnd(isBucketFailure(error) ? error : undefined));
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
