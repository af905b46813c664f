import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import type pg from 'pg';
import { bucketCalls } from '@solvent/object-store';
import type { BucketCall } from '@solvent/object-store';
import { watchPool } from '../db/watch-pool.ts';
import { errorCode } from '../errors/error-code.ts';
import { watchRedis } from '../redis/watch-redis.ts';
import type { RedisLink } from '../redis/redis.ts';
import { startCallSpan, endSpan } from '../tracing/tracing.ts';

/** Most calls take about a millisecond; all time out after 4 s. */
const CALL_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Codes of PostgreSQL and Node; bounds the label's values. */
const toLabel = (error: unknown): string => {
  const code = errorCode(error) ?? '';
  return /^[0-9A-Z]{5}$|^E[A-Z]{3,15}$/.test(code) ? code : 'other';
};

export interface Pools {
  primary: pg.Pool;
  replica: pg.Pool | undefined;
}

export function measureDatabase({ primary, replica }: Pools, registers: Registry[]): void {
  const pools = [{ name: 'primary', pool: primary }, ...(replica ? [{ name: 'replica', pool: replica }] : [])];
  const statements = new Histogram({
    name: 'solvent_database_statement_seconds',
    help: 'Duration of statements, by kind.',
    labelNames: ['pool', 'kind'],
    buckets: CALL_BUCKETS,
    registers,
  });
  const waits = new Histogram({
    name: 'solvent_database_wait_seconds',
    help: 'Wait for a database connection.',
    labelNames: ['pool'],
    buckets: CALL_BUCKETS,
    registers,
  });
  const errors = new Counter({
    name: 'solvent_database_errors_total',
    help: 'Failed statements, by code of PostgreSQL or the network. Some are expected, such as 23505.',
    labelNames: ['pool', 'code'],
    registers,
  });
  const connections = (state: string, help: string, count: (pool: pg.Pool) => number) =>
    new Gauge({
      name: `solvent_database_connections_${state}`,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        for (const { name, pool } of pools) this.set({ pool: name }, count(pool));
      },
    });
  connections('max', 'Maximum number of connections of this process.', (pool) => pool.options.max ?? 0);
  connections('open', 'Open connections.', (pool) => pool.totalCount);
  connections('idle', 'Idle connections.', (pool) => pool.idleCount);
  connections('waiting', 'Work that waits for a connection.', (pool) => pool.waitingCount);
  for (const { name, pool } of pools)
    watchPool(pool, {
      onAcquired: (seconds) => waits.observe({ pool: name }, seconds),
      onStatement: (kind, seconds, error) => {
        statements.observe({ pool: name, kind }, seconds);
        if (error !== undefined) errors.inc({ pool: name, code: toLabel(error) });
      },
    });
}

export function measureRedis(redis: RedisLink, registers: Registry[]): void {
  const commands = new Histogram({
    name: 'solvent_redis_command_seconds',
    help: 'Duration of commands, by name.',
    labelNames: ['command'],
    buckets: CALL_BUCKETS,
    registers,
  });
  const errors = new Counter({
    name: 'solvent_redis_errors_total',
    help: 'Failed commands, by name, including those that were not sent because Redis is down.',
    labelNames: ['command'],
    registers,
  });
  const connected = new Gauge({
    name: 'solvent_redis_connected',
    help: '1 if all connections to Redis are ready, else 0.',
    registers,
    collect() {
      this.set(redis.connections.every(({ status }) => status === 'ready') ? 1 : 0);
    },
  });
  connected.set(0);
  watchRedis(redis, (command, seconds, error) => {
    commands.observe({ command }, seconds);
    if (error !== undefined) errors.inc({ command });
  });
}

/** @returns stops measuring */
export function measureBuckets(registers: Registry[]): () => void {
  const labelNames = ['bucket', 'operation'] as const;
  const times = new Histogram({
    name: 'solvent_bucket_seconds',
    help: 'Duration of bucket calls, by operation.',
    labelNames,
    buckets: CALL_BUCKETS,
    registers,
  });
  const errors = new Counter({
    name: 'solvent_bucket_errors_total',
    help: 'Failed bucket calls. A missing key is not a failure.',
    labelNames,
    registers,
  });
  const inFlight = new WeakMap<object, { startedAt: number; span: ReturnType<typeof startCallSpan> }>();
  const subscriber = {
    start: (call: BucketCall) => {
      const { operation, bucket } = call;
      const span = startCallSpan(operation, { 'rpc.system': 'aws-api', 'rpc.method': operation, 'aws.s3.bucket': bucket });
      inFlight.set(call, { startedAt: performance.now(), span });
    },
    asyncEnd: (call: BucketCall & { error?: unknown }) => {
      const { startedAt, span } = inFlight.get(call) ?? { startedAt: performance.now(), span: undefined };
      const { bucket, operation, error } = call;
      times.observe({ bucket, operation }, (performance.now() - startedAt) / 1000);
      const failed = isExpected(error) ? undefined : error;
      if (failed !== undefined) errors.inc({ bucket, operation });
      endSpan(span, failed);
    },
    end: () => undefined,
    asyncStart: () => undefined,
    error: () => undefined,
  };
  bucketCalls.subscribe(subscriber);
  return () => bucketCalls.unsubscribe(subscriber);
}

/** A missing key, or a lost race for a conditional write, is a normal result. */
function isExpected(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return false;
  const { $metadata } = error;
  if (typeof $metadata !== 'object' || $metadata === null || !('httpStatusCode' in $metadata)) return false;
  return [404, 409, 412].includes(Number($metadata.httpStatusCode));
}
