import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RedisLink } from '../redis/redis.ts';
import type { ConcurrencyLimiters } from '../concurrency/limiters.ts';
import type { SemaphoreCounts } from '../concurrency/fair-semaphore.ts';
import { measureBuckets, measureDatabase, measureRedis } from './backend-metrics.ts';
import type { Pools } from './backend-metrics.ts';
import { createServedGauges } from './served.ts';
import type { ReadServed } from './served.ts';
import { measureSockets } from './socket-metrics.ts';
import type { SocketWatcher } from './socket-metrics.ts';

const REMOTE_LABELS = ['remote', 'version'] as const;

/** Most responses take less than 50 ms, and none more than 10 s. */
const RESPONSE_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const JOB_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Around the thresholds of LCP (2.5 and 4), FCP (1.8 and 3), TTFB (0.8 and 1.8) and INP (0.2 and 0.5). */
const VITAL_BUCKETS = [0.1, 0.2, 0.5, 0.8, 1.8, 2.5, 3, 4, 10];

/** Around the thresholds of CLS: 0.1 and 0.25. */
const SHIFT_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1];

/** Prometheus metrics of this process. Durations are in seconds. */
export interface Metrics {
  responses: Histogram<'method' | 'route' | 'status'>;
  inFlight: Gauge;
  signInFailures: Counter<'way' | 'reason'>;
  limitsRefused: Counter<'limit'>;
  unknownRoutes: Counter;
  sockets: SocketWatcher;
  setServedReader: (read: ReadServed) => void;
  /** For metrics of features. */
  registers: Registry[];
  loads: Counter<(typeof REMOTE_LABELS)[number] | 'source'>;
  failures: Counter<(typeof REMOTE_LABELS)[number] | 'source'>;
  errors: Counter<(typeof REMOTE_LABELS)[number] | 'source' | 'kind'>;
  vitals: Histogram<(typeof REMOTE_LABELS)[number] | 'vital'>;
  layoutShifts: Histogram<(typeof REMOTE_LABELS)[number]>;
  renders: Histogram<(typeof REMOTE_LABELS)[number]>;
  renderFailures: Counter<(typeof REMOTE_LABELS)[number] | 'reason'>;
  jobs: Histogram<'queue' | 'outcome'>;
  /** In seconds. */
  clockOffset: Gauge;
  violations: Counter<'directive'>;
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
  for (const gauge of [...createLimiterGauges(limiters), ...gauges]) registry.registerMetric(gauge);
  measureDatabase(pools, registers);
  if (redis) measureRedis(redis, registers);
  let hasDefaults = false;
  return {
    ...createPageMetrics(registers),
    ...createRequestMetrics(registers),
    registers,
    close: measureBuckets(registers),
    sockets: measureSockets(countSockets, registers),
    setServedReader: createServedGauges(registers),
    renders: new Histogram({
      name: 'solvent_render_duration_seconds',
      help: 'Duration of rendering public pages on the server, by remote.',
      labelNames: REMOTE_LABELS,
      buckets: RESPONSE_BUCKETS,
      registers,
    }),
    renderFailures: new Counter({
      name: 'solvent_render_failures_total',
      help: 'Pages that the server could not render: the page failed (page), the API failed (data), or the server was busy (busy).',
      labelNames: [...REMOTE_LABELS, 'reason'],
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
    violations: new Counter({
      name: 'solvent_csp_violations_total',
      help: 'Content security policy violations that browsers report. Reports can be forged.',
      labelNames: ['directive'],
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

const createRequestMetrics = (
  registers: Registry[],
): Pick<Metrics, 'responses' | 'inFlight' | 'signInFailures' | 'limitsRefused' | 'unknownRoutes'> => ({
  responses: new Histogram({
    name: 'solvent_http_request_duration_seconds',
    help: 'Duration of responses, by route; /* are pages and files of the site.',
    labelNames: ['method', 'route', 'status'],
    buckets: RESPONSE_BUCKETS,
    registers,
  }),
  inFlight: new Gauge({ name: 'solvent_http_requests_underway', help: 'Requests in flight.', registers }),
  signInFailures: new Counter({
    name: 'solvent_sign_in_failures_total',
    help: 'Failed sign-ins, by way (password, link, social) and error code.',
    labelNames: ['way', 'reason'],
    registers,
  }),
  limitsRefused: new Counter<'limit'>({
    name: 'solvent_limits_refused_total',
    help: 'Rate-limited requests, by name of the limit (docs/limits.md).',
    labelNames: ['limit'],
    registers,
  }),
  unknownRoutes: new Counter({
    name: 'solvent_unknown_routes_total',
    help: 'Requests for unknown routes under /api: a page may be newer than the server.',
    registers,
  }),
});

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

function createPageMetrics(registers: Registry[]): Pick<Metrics, 'loads' | 'failures' | 'errors' | 'vitals' | 'layoutShifts'> {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `solvent_remote_${name}_total`, help, labelNames: [...REMOTE_LABELS, ...labelNames], registers });
  return {
    loads: counter('loads', 'Page loads that requested a version of a remote.', ['source']),
    failures: counter('failures', 'Page loads in which a version of a remote did not load, or failed to render.', ['source']),
    errors: counter('errors', 'Errors of a version of a remote in browsers.', ['source', 'kind']),
    vitals: new Histogram({
      name: 'solvent_web_vital_seconds',
      help: 'Web vitals of visits by the remote that owns the page they began with.',
      labelNames: [...REMOTE_LABELS, 'vital'],
      buckets: VITAL_BUCKETS,
      registers,
    }),
    layoutShifts: new Histogram({
      name: 'solvent_web_layout_shift',
      help: 'Cumulative layout shift of visits by the remote that owns the page they began with.',
      labelNames: REMOTE_LABELS,
      buckets: SHIFT_BUCKETS,
      registers,
    }),
  };
}
