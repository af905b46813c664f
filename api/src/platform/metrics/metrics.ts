import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RedisLink } from '../redis/redis.ts';
import type { ConcurrencyLimiters } from '../concurrency/limiters.ts';
import type { SemaphoreCounts } from '../concurrency/fair-semaphore.ts';
import { measureBuckets, measureDatabase, measureRedis } from './outside.ts';
import type { Pools } from './outside.ts';
import { servedGauges } from './served.ts';
import type { ReadServed } from './served.ts';
import { measureSockets } from './socket-metrics.ts';
import type { SocketWatcher } from './socket-metrics.ts';

/** Whose: a version of the shell or of a remote. */
const PART = ['remote', 'version'] as const;

/** Most answers take less than 50 ms; nobody waits longer than 10 s. */
const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Most jobs are a statement or two; those that ask somebody else, or remove much, take longer. */
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Around what is called good and poor of LCP (2.5 and 4), FCP (1.8 and 3), TTFB (0.8 and 1.8) and INP (0.2 and 0.5). */
const VITAL_SECONDS = [0.1, 0.2, 0.5, 0.8, 1.8, 2.5, 3, 4, 10];

/** Around what is called good and poor of CLS: 0.1 and 0.25. It has no unit. */
const SHIFTS = [0.01, 0.05, 0.1, 0.25, 0.5, 1];

/** What a process counts, for Prometheus. Replicas count each by itself; whoever reads them adds up. */
export interface Metrics {
  /** How long answers take, in seconds. */
  answers: Histogram<'method' | 'route' | 'status'>;
  /** Requests that are being answered. */
  underway: Gauge;
  /** Tries to get into an account that failed: which way, and the code of the answer. Nobody's name is in it. */
  signInFailures: Counter<'way' | 'reason'>;
  limitsRefused: Counter<'limit'>;
  unknownRoutes: Counter;
  sockets: SocketWatcher;
  /** Says how to find out which revision is served. */
  setServedReader: (read: ReadServed) => void;
  /** Where others than the platform have figures of their own. */
  registers: Registry[];
  loads: Counter<(typeof PART)[number] | 'source'>;
  failures: Counter<(typeof PART)[number] | 'source'>;
  errors: Counter<(typeof PART)[number] | 'source' | 'kind'>;
  /** In seconds. */
  vitals: Histogram<(typeof PART)[number] | 'vital'>;
  layoutShifts: Histogram<(typeof PART)[number]>;
  /** How long pages take to be made on the server, in seconds. */
  renders: Histogram<(typeof PART)[number]>;
  renderFailures: Counter<(typeof PART)[number] | 'reason'>;
  /** How long jobs take, in seconds. */
  jobs: Histogram<'queue' | 'outcome'>;
  /** Offset of the local clock from the database's, in seconds. */
  clockOffset: Gauge;
  /** What content policies stopped, as browsers report it. */
  violations: Counter<'directive'>;
  /** All of it, and what the process itself is like, in the text that Prometheus reads. */
  text: () => Promise<string>;
  contentType: string;
}

/** What figures are taken of. */
export interface MetricsDeps {
  /** How many sockets are open at this moment. */
  countSockets: () => number;
  /** Work for which people wait for each other. */
  limiters: ConcurrencyLimiters;
  pools: Pools;
  redis: RedisLink | undefined;
  /** Gauges that read their value at each scrape. */
  gauges: Gauge[];
}

/** Counts from now on, until it is closed. */
export function createMetrics({ countSockets, limiters, pools, redis, gauges }: MetricsDeps): Metrics & { close: () => void } {
  const registry = new Registry();
  const registers = [registry];
  for (const gauge of [...turnGauges(limiters), ...gauges]) registry.registerMetric(gauge);
  measureDatabase(pools, registers);
  if (redis) measureRedis(redis, registers);
  let isComplete = false;
  return {
    ...ofPages(registers),
    ...ofRequests(registers),
    registers,
    close: measureBuckets(registers),
    sockets: measureSockets(countSockets, registers),
    setServedReader: servedGauges(registers),
    renders: new Histogram({
      name: 'solvent_render_duration_seconds',
      help: 'How long public pages take to be made on the server, by whose they are.',
      labelNames: PART,
      buckets: ANSWER_SECONDS,
      registers,
    }),
    renderFailures: new Counter({
      name: 'solvent_render_failures_total',
      help: 'Pages that the server could not make: the code of the page failed (page), the API did (data), or there was no room (busy).',
      labelNames: [...PART, 'reason'],
      registers,
    }),
    jobs: new Histogram({
      name: 'solvent_job_duration_seconds',
      help: 'How long jobs take, by what became of them: done, failed (tried again), given up (kept among the failed ones), late (taken from whoever did it).',
      labelNames: ['queue', 'outcome'],
      buckets: JOB_SECONDS,
      registers,
    }),
    clockOffset: new Gauge({
      name: 'solvent_clock_offset_seconds',
      help: "Offset of this machine's clock from the database's (positive: ahead), at least.",
      registers,
    }),
    violations: new Counter({
      name: 'solvent_csp_violations_total',
      help: 'What browsers report that the content policy of a page stopped. Anybody can make such reports up.',
      labelNames: ['directive'],
      registers,
    }),
    contentType: registry.contentType,
    text: () => {
      // Observing the process costs something, and only a process whose figures are read pays it.
      if (!isComplete) collectDefaultMetrics({ register: registry });
      isComplete = true;
      return registry.metrics();
    },
  };
}

const ofRequests = (
  registers: Registry[],
): Pick<Metrics, 'answers' | 'underway' | 'signInFailures' | 'limitsRefused' | 'unknownRoutes'> => ({
  answers: new Histogram({
    name: 'solvent_http_request_duration_seconds',
    help: 'How long answers take, by route; /* are pages and files of the site.',
    labelNames: ['method', 'route', 'status'],
    buckets: ANSWER_SECONDS,
    registers,
  }),
  underway: new Gauge({ name: 'solvent_http_requests_underway', help: 'Requests that are being answered.', registers }),
  signInFailures: new Counter({
    name: 'solvent_sign_in_failures_total',
    help: 'Tries to get into an account that failed, by the way (password, link, social) and the code of the answer.',
    labelNames: ['way', 'reason'],
    registers,
  }),
  limitsRefused: new Counter<'limit'>({
    name: 'solvent_limits_refused_total',
    help: 'What was refused because somebody did too much of it, by the name of the limit (docs/limits.md).',
    labelNames: ['limit'],
    registers,
  }),
  unknownRoutes: new Counter({
    name: 'solvent_unknown_routes_total',
    help: 'Requests below /api for an address that the API does not have: a page may be newer than the server.',
    registers,
  }),
});

/** Gauges all: what was refused is counted by the turns themselves. */
function turnGauges(turns: ConcurrencyLimiters): Gauge<'work'>[] {
  const gauge = (name: string, help: string, figure: keyof SemaphoreCounts) =>
    new Gauge({
      name: `solvent_shared_work_${name}`,
      help,
      labelNames: ['work'],
      registers: [],
      collect() {
        for (const [work, { counts }] of Object.entries(turns)) this.set({ work }, counts[figure]);
      },
    });
  return [
    gauge('waiting', 'What waits for its turn, such as pictures that are to be made.', 'waiting'),
    gauge('running', 'What has its turn.', 'running'),
    gauge('refused_total', 'What was refused because too much waited, since the start.', 'refused'),
  ];
}

function ofPages(registers: Registry[]): Pick<Metrics, 'loads' | 'failures' | 'errors' | 'vitals' | 'layoutShifts'> {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `solvent_remote_${name}_total`, help, labelNames: [...PART, ...labelNames], registers });
  return {
    loads: counter('loads', 'Page loads that asked for a version of a remote.', ['source']),
    failures: counter('failures', 'Page loads in which a version of a remote did not load, or failed to render.', ['source']),
    errors: counter('errors', 'Errors of a version of a remote in browsers.', ['source', 'kind']),
    vitals: new Histogram({
      name: 'solvent_web_vital_seconds',
      help: 'Web vitals of visits by the remote that owns the page they began with.',
      labelNames: [...PART, 'vital'],
      buckets: VITAL_SECONDS,
      registers,
    }),
    layoutShifts: new Histogram({
      name: 'solvent_web_layout_shift',
      help: 'Cumulative layout shift of visits by the remote that owns the page they began with.',
      labelNames: PART,
      buckets: SHIFTS,
      registers,
    }),
  };
}
