import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RedisLink } from '../redis/redis.ts';
import type { ConcurrencyLimiters } from '../concurrency/limiters.ts';
import type { SemaphoreCounts } from '../concurrency/fair-semaphore.ts';
import { readProduct } from '../config/product.ts';
import { measureBuckets, measureDatabase, measureRedis } from './backend-metrics.ts';
import type { Pools } from './backend-metrics.ts';
import { measureSockets } from './socket-metrics.ts';
import type { SocketWatcher } from './socket-metrics.ts';

const JOB_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Prometheus metrics of this process. Durations are in seconds. */
export interface Metrics {
  /** For metrics of features. */
  registers: Registry[];
  limitsRefused: Counter<'limit'>;
  sockets: SocketWatcher;
  jobs: Histogram<'queue' | 'outcome'>;
  /** In seconds. */
  clockOffset: Gauge;
  text: () => Promise<string>;
  contentType: string;
}

export interface MetricsDeps {
  countSockets: () => number;
  limiters: ConcurrencyLimiters;
  pools: Pools;
  redis: RedisLink | undefined;
  gauges: Gauge[];
}

export function createMetrics({ countSockets, limiters, pools, redis, gauges }: MetricsDeps): Metrics & { close: () => void } {
  const registry = new Registry();
  const registers = [registry];
  const stops = [
    measureDatabase(pools, registers),
    measureBuckets(registers),
    ...(redis ? [measureRedis(redis, registers)] : []),
  ];
  // After the gauges of the database, which would count the queries of these.
  for (const gauge of [...createLimiterGauges(limiters), ...gauges]) registry.registerMetric(gauge);
  new Gauge({
    name: 'solvent_build_info',
    help: 'Version and git revision of this build.',
    labelNames: ['version', 'revision'],
    registers,
  }).set({ ...readProduct() }, 1);
  let hasDefaults = false;
  return {
    registers,
    close: () => stops.forEach((stop) => stop()),
    sockets: measureSockets(countSockets, registers),
    limitsRefused: new Counter({
      name: 'solvent_limits_refused_total',
      help: 'Rate-limited requests, by name of the limit (docs/limits.md).',
      labelNames: ['limit'],
      registers,
    }),
    jobs: new Histogram({
      name: 'solvent_job_duration_seconds',
      help: 'Duration of jobs, by outcome: done, failed (will be retried), given up (out of retries), given back (the process stopped), late (claimed by another process).',
      labelNames: ['queue', 'outcome'],
      buckets: JOB_BUCKETS,
      registers,
    }),
    clockOffset: new Gauge({
      name: 'solvent_clock_offset_seconds',
      help: "Offset of this machine's clock from the database's (positive: ahead), at least.",
      registers,
    }),
    contentType: registry.contentType,
    text: () => {
      // Collecting them has a cost, so this waits for the first scrape.
      if (!hasDefaults) collectDefaultMetrics({ register: registry });
      hasDefaults = true;
      return registry.metrics();
    },
  };
}

/** Only gauges: the limiters count rejections themselves. */
function createLimiterGauges(limiters: ConcurrencyLimiters): Gauge<'work'>[] {
  const gauge = (name: string, help: string, count: keyof SemaphoreCounts) =>
    new Gauge({
      name: `solvent_shared_work_${name}`,
      help,
      labelNames: ['work'],
      registers: [],
      collect() {
        for (const [work, { counts }] of Object.entries(limiters)) this.set({ work }, counts[count]);
      },
    });
  return [
    gauge('waiting', 'Waiting work, such as pictures to encode.', 'waiting'),
    gauge('running', 'Running work.', 'running'),
    gauge('refused_total', 'Work that was rejected because too much waited, since the start.', 'rejected'),
  ];
}
