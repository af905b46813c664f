import { bucketCalls, isBucketFailure } from '@solvent/object-store';
import type pg from 'pg';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import { connectionCalls, statementCalls } from '../db/traced-pool.ts';
import { errorCode } from '../errors/error-code.ts';
import { redisCalls } from '../redis/redis.ts';
import type { RedisLink } from '../redis/redis.ts';
import { watchCalls } from '../tracing/calls.ts';

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

/** @returns a function that stops measuring */
export function measureDatabase({ primary, replica }: Pools, registers: Registry[]): () => void {
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

  /** Names of the pools and of their clients: others, for upkeep, are not measured. */
  const names = new WeakMap<object, string>();
  for (const { name, pool } of pools) {
    names.set(pool, name);
    pool.on('acquire', (client) => names.set(client, name));
  }
  const stops = [
    watchCalls(connectionCalls, (call) => {
      const pool = names.get(call.pool);
      const end = pool === undefined ? undefined : waits.startTimer({ pool });
      return end && ((error) => void (error === undefined && end()));
    }),
    watchCalls(statementCalls, ({ client, kind }) => {
      const pool = names.get(client);
      if (pool === undefined) return undefined;
      const end = statements.startTimer({ pool, kind });
      return (error) => {
        end();
        if (error !== undefined) errors.inc({ pool, code: toLabel(error) });
      };
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/** @returns a function that stops measuring */
export function measureRedis(redis: RedisLink, registers: Registry[]): () => void {
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
  return watchCalls(redisCalls, ({ command }) => {
    const end = commands.startTimer({ command });
    return (error) => {
      end();
      if (error !== undefined) errors.inc({ command });
    };
  });
}

/** @returns a function that stops measuring */
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
  return watchCalls(bucketCalls, ({ bucket, operation }) => {
    const end = times.startTimer({ bucket, operation });
    return (error) => {
      end();
      if (isBucketFailure(error)) errors.inc({ bucket, operation });
    };
  });
}
