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

/** Most statements and commands take about a millisecond; nobody waits longer than 4 s for one. */
const CALL_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Words of PostgreSQL and of networks; any other way to fail is one more. */
const codeOf = (error: unknown): string => {
  const code = errorCode(error) ?? '';
  return /^[0-9A-Z]{5}$|^E[A-Z]{3,15}$/.test(code) ? code : 'other';
};

/** Connections to the database that is written to, and to its replica, if there is one. */
export interface Pools {
  primary: pg.Pool;
  replica: pg.Pool | undefined;
}

/** Counts what the server asks of the database, by the pool whose connections it uses. */
export function measureDatabase({ primary, replica }: Pools, registers: Registry[]): void {
  const pools = [{ name: 'primary', pool: primary }, ...(replica ? [{ name: 'replica', pool: replica }] : [])];
  const statements = new Histogram({
    name: 'solvent_database_statement_seconds',
    help: 'How long statements take, by what they do.',
    labelNames: ['pool', 'kind'],
    buckets: CALL_SECONDS,
    registers,
  });
  const waits = new Histogram({
    name: 'solvent_database_wait_seconds',
    help: 'How long it takes to be given a connection to the database.',
    labelNames: ['pool'],
    buckets: CALL_SECONDS,
    registers,
  });
  const errors = new Counter({
    name: 'solvent_database_errors_total',
    help: 'Statements that failed, by the code that PostgreSQL or the network gives. Some are expected, such as 23505.',
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
  connections('max', 'So many connections this process opens at most.', (pool) => pool.options.max ?? 0);
  connections('open', 'Open connections.', (pool) => pool.totalCount);
  connections('idle', 'Open connections that nobody uses.', (pool) => pool.idleCount);
  connections('waiting', 'Work that waits for a connection.', (pool) => pool.waitingCount);
  for (const { name, pool } of pools)
    watchPool(pool, {
      onAcquired: (seconds) => waits.observe({ pool: name }, seconds),
      onStatement: (kind, seconds, error) => {
        statements.observe({ pool: name, kind }, seconds);
        if (error !== undefined) errors.inc({ pool: name, code: codeOf(error) });
      },
    });
}

/** Counts what the server asks of Redis, where there is one. */
export function measureRedis(redis: RedisLink, registers: Registry[]): void {
  const commands = new Histogram({
    name: 'solvent_redis_command_seconds',
    help: 'How long commands take, by their names.',
    labelNames: ['command'],
    buckets: CALL_SECONDS,
    registers,
  });
  const errors = new Counter({
    name: 'solvent_redis_errors_total',
    help: 'Commands that failed, by their names: also those that were not sent because Redis is away.',
    labelNames: ['command'],
    registers,
  });
  const connected = new Gauge({
    name: 'solvent_redis_connected',
    help: 'Whether every connection to Redis stands: 1, else 0.',
    registers,
    collect() {
      const all = redis.connections;
      this.set(all.every(({ status }) => status === 'ready') ? 1 : 0);
    },
  });
  connected.set(0);
  watchRedis(redis, (command, seconds, error) => {
    commands.observe({ command }, seconds);
    if (error !== undefined) errors.inc({ command });
  });
}

/** Counts what the server asks of its buckets. @returns what ends it */
export function measureBuckets(registers: Registry[]): () => void {
  const labelNames = ['bucket', 'operation'] as const;
  const times = new Histogram({
    name: 'solvent_bucket_seconds',
    help: 'How long a bucket takes to answer, by what is asked of it.',
    labelNames,
    buckets: CALL_SECONDS,
    registers,
  });
  const errors = new Counter({
    name: 'solvent_bucket_errors_total',
    help: 'Calls of a bucket that failed. That nothing lies under a key is no failure.',
    labelNames,
    registers,
  });
  const underway = new WeakMap<object, { begun: number; span: ReturnType<typeof startCallSpan> }>();
  const heard = {
    start: (call: BucketCall) => {
      const { operation, bucket } = call;
      const span = startCallSpan(operation, { 'rpc.system': 'aws-api', 'rpc.method': operation, 'aws.s3.bucket': bucket });
      underway.set(call, { begun: performance.now(), span });
    },
    asyncEnd: (call: BucketCall & { error?: unknown }) => {
      const { begun, span } = underway.get(call) ?? { begun: performance.now(), span: undefined };
      const { bucket, operation, error } = call;
      times.observe({ bucket, operation }, (performance.now() - begun) / 1000);
      const failed = isMissing(error) ? undefined : error;
      if (failed !== undefined) errors.inc({ bucket, operation });
      endSpan(span, failed);
    },
    end: () => undefined,
    asyncStart: () => undefined,
    error: () => undefined,
  };
  bucketCalls.subscribe(heard);
  return () => bucketCalls.unsubscribe(heard);
}

/** That there is nothing is an answer, and so is that somebody else was first. */
function isMissing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return false;
  const { $metadata } = error;
  if (typeof $metadata !== 'object' || $metadata === null || !('httpStatusCode' in $metadata)) return false;
  return [404, 409, 412].includes(Number($metadata.httpStatusCode));
}
