import { bucketCalls, isBucketFailure } from '@solvent/object-store';
import type pg from 'pg';
import { connectionCalls, statementCalls } from '../db/traced-pool.ts';
import { errorCode } from '../errors/error-code.ts';
import { redisCalls } from '../redis/redis.ts';
import type { RedisLink } from '../redis/redis.ts';
import { watchCalls } from '../tracing/calls.ts';
import type { Instruments } from './instruments.ts';

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
export function measureDatabase({ primary, replica }: Pools, { histogram, counter, gauge }: Instruments): () => void {
  const pools = [{ name: 'primary', pool: primary }, ...(replica ? [{ name: 'replica', pool: replica }] : [])];
  const statements = histogram('solvent_database_statement_seconds', 'Duration of statements, by kind.', CALL_BUCKETS, [
    'pool',
    'kind',
  ]);
  const waits = histogram('solvent_database_wait_seconds', 'Wait for a database connection.', CALL_BUCKETS, ['pool']);
  const errors = counter(
    'solvent_database_errors_total',
    'Failed statements, by code of PostgreSQL or the network. Some are expected, such as 23505.',
    ['pool', 'code'],
  );
  const connections = (state: string, help: string, count: (pool: pg.Pool) => number) =>
    gauge(`solvent_database_connections_${state}`, help, ['pool'], (self) => {
      for (const { name, pool } of pools) self.set({ pool: name }, count(pool));
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
export function measureRedis(redis: RedisLink, { histogram, counter, gauge }: Instruments): () => void {
  const commands = histogram('solvent_redis_command_seconds', 'Duration of commands, by name.', CALL_BUCKETS, ['command']);
  const errors = counter(
    'solvent_redis_errors_total',
    'Failed commands, by name, including those that were not sent because Redis is down.',
    ['command'],
  );
  gauge('solvent_redis_connected', '1 if all connections to Redis are ready, else 0.', [], (self) =>
    self.set(redis.connections.every(({ status }) => status === 'ready') ? 1 : 0),
  );
  return watchCalls(redisCalls, ({ command }) => {
    const end = commands.startTimer({ command });
    return (error) => {
      end();
      if (error !== undefined) errors.inc({ command });
    };
  });
}

/** @returns a function that stops measuring */
export function measureBuckets({ histogram, counter }: Instruments): () => void {
  const labelNames = ['bucket', 'operation'] as const;
  const times = histogram('solvent_bucket_seconds', 'Duration of bucket calls, by operation.', CALL_BUCKETS, labelNames);
  const errors = counter('solvent_bucket_errors_total', 'Failed bucket calls. A missing key is not a failure.', labelNames);
  return watchCalls(bucketCalls, ({ bucket, operation }) => {
    const end = times.startTimer({ bucket, operation });
    return (error) => {
      end();
      if (isBucketFailure(error)) errors.inc({ bucket, operation });
    };
  });
}
