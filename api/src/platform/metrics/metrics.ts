import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RedisLink } from '../redis/redis.ts';
import type { ConcurrencyLimiters } from '../concurrency/limiters.ts';
import type { SemaphoreCounts } from '../concurrency/fair-semaphore.ts';
import { readProduct } from '../config/product.ts';
import { measureBuckets, measureDatabase, measureRedis } from './backend-metrics.ts';
import type { Pools } from './backend-metrics.ts';

const JOB_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

interface MetricsDeps {
  countSockets: () => number;
  limiters: ConcurrencyLimiters;
  pools: Pools;
  redis: RedisLink | undefined;
  gauges: Gauge[];
}

/** Prometheus metrics of this process. Durations are in seconds. */
export function createMetrics({ countSockets, limiters, pools, redis, gauges }: MetricsDeps) {
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
    /** Features register their metrics here. */
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

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates gauges only, because the limiters count rejections themselves. */
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

function measureSockets(count: () => number, registers: Registry[]) {
  new Gauge({
    name: 'solvent_sockets',
    help: 'Open sockets.',
    registers,
    collect() {
      this.set(count());
    },
  }).set(0);
  return {
    opened: new Counter({ name: 'solvent_socket_connections_total', help: 'Accepted sockets.', registers }),
    /**
     * Reasons: too many connections of a `network`; `crowded` by sockets of a user; `unauthenticated`; `unavailable`; a `flood` of
     * packets.
     */
    refused: new Counter({
      name: 'solvent_socket_refusals_total',
      help: 'Sockets that were rejected or, for flood, closed.',
      labelNames: ['reason'],
      registers,
    }),
    received: new Counter({
      name: 'solvent_socket_said_total',
      help: 'Events from pages, by name.',
      labelNames: ['event'],
      registers,
    }),
    sendFailed: new Counter({
      name: 'solvent_socket_send_failures_total',
      help: 'Messages sent over sockets that were not stored, by error code.',
      labelNames: ['reason'],
      registers,
    }),
    sent: new Counter({ name: 'solvent_socket_told_total', help: 'Events sent to pages.', registers }),
  };
}

export type SocketMetrics = ReturnType<typeof measureSockets>;
