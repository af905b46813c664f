import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Gauge } from 'prom-client';
import type { RedisLink } from '../redis/redis.ts';
import type { ConcurrencyLimiters } from '../concurrency/limiters.ts';
import type { SemaphoreCounts } from '../concurrency/fair-semaphore.ts';
import { readProduct } from '../config/product.ts';
import { measureBuckets, measureDatabase, measureRedis } from './backend-metrics.ts';
import type { Pools } from './backend-metrics.ts';
import { createInstruments } from './instruments.ts';
import type { Instruments } from './instruments.ts';

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
  const instruments = createInstruments(registry);
  const { counter, gauge, histogram } = instruments;
  const stops = [
    measureDatabase(pools, instruments),
    measureBuckets(instruments),
    ...(redis ? [measureRedis(redis, instruments)] : []),
  ];
  // After the gauges of the database, which would count the queries of these.
  for (const extraGauge of gauges) registry.registerMetric(extraGauge);
  exportLimiters(limiters, instruments);
  gauge('solvent_build_info', 'Version and git revision of this build.', ['version', 'revision']).set({ ...readProduct() }, 1);
  let hasDefaults = false;
  return {
    /** Features create their metrics with these. */
    ...instruments,
    close: () => stops.forEach((stop) => stop()),
    sockets: measureSockets(countSockets, instruments),
    limitsRefused: counter('solvent_limits_refused_total', 'Rate-limited requests, by name of the limit (docs/limits.md).', [
      'limit',
    ]),
    jobs: histogram(
      'solvent_job_duration_seconds',
      'Duration of jobs, by outcome: done, failed (will be retried), given up (out of retries), given back (the process stopped), late (claimed by another process).',
      JOB_BUCKETS,
      ['queue', 'outcome'],
    ),
    clockOffset: gauge(
      'solvent_clock_offset_seconds',
      "Offset of this machine's clock from the database's (positive: ahead), at least.",
    ),
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

/** Exports gauges only, because the limiters count rejections themselves. */
function exportLimiters(limiters: ConcurrencyLimiters, { gauge }: Instruments): void {
  const exportCount = (name: string, help: string, count: keyof SemaphoreCounts) =>
    gauge(`solvent_shared_work_${name}`, help, ['work'], (self) => {
      for (const [work, { counts }] of Object.entries(limiters)) self.set({ work }, counts[count]);
    });
  exportCount('waiting', 'Waiting work, such as pictures to encode.', 'waiting');
  exportCount('running', 'Running work.', 'running');
  exportCount('refused_total', 'Work that was rejected because too much waited, since the start.', 'rejected');
}

function measureSockets(count: () => number, { counter, gauge }: Instruments) {
  gauge('solvent_sockets', 'Open sockets.', [], (self) => self.set(count()));
  return {
    opened: counter('solvent_socket_connections_total', 'Accepted sockets.'),
    /**
     * Reasons: too many connections of a `network`; `crowded` by sockets of a user; `unauthenticated`; `unavailable`; a `flood` of
     * packets.
     */
    refused: counter('solvent_socket_refusals_total', 'Sockets that were rejected or, for flood, closed.', ['reason']),
    received: counter('solvent_socket_said_total', 'Events from pages, by name.', ['event']),
    sendFailed: counter('solvent_socket_send_failures_total', 'Messages sent over sockets that were not stored, by error code.', [
      'reason',
    ]),
    sent: counter('solvent_socket_told_total', 'Events sent to pages.'),
  };
}

export type SocketMetrics = ReturnType<typeof measureSockets>;
