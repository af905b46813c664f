import type { RemoteErrorReport, RemoteReport, RuntimeReportBody } from '@solvent/contracts';
import { runtimeReportRules } from '@solvent/contracts/rules/runtime-reports';
import { doneResponse } from '@solvent/contracts/schemas';
import { and, count, eq, gte, lt, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../deps.ts';
import type { Feature } from '../../../platform/http/app.ts';
import { PAGE_TTL_MS, createPageTokens } from '../page-tokens.ts';
import { recordVote, toHour, createVersionReader, stopFailingCanary } from './canary.ts';
import { canaryVotes, runtimeErrors } from '../../../schema/index.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import type { Instruments } from '../../../platform/metrics/instruments.ts';
import { reportSpan } from '../../../platform/tracing/tracing.ts';

const formatVersion = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;

const isFailure = ({ kind }: RemoteErrorReport) => kind !== 'script';

/** Loads, which a page reports once, and failures to load or to render. Sorts by version, so that concurrent reports do not deadlock. */
function countRemotes({ parts, errors }: RuntimeReportBody) {
  const failed = errors.filter(isFailure);
  const failedVersions = new Set(failed.map(formatVersion));
  const loads = parts.map(({ loaded, milliseconds: _unused, ...part }) => ({
    ...part,
    isLoad: true,
    failed: !loaded || failedVersions.has(formatVersion(part)),
  }));
  const failures = failed.map(({ name, version, source }) => ({ name, version, source, isLoad: false, failed: true }));
  const first = new Map([...loads, ...failures].toReversed().map((part) => [formatVersion(part), part])); // keeps the first one of each version
  return [...first].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part);
}

type IsKnown = (name: string, version: string) => boolean;

/** Drops versions that the page cannot run, and overrides. */
function filterKnown(report: RuntimeReportBody, isKnown: IsKnown): RuntimeReportBody {
  const isRelevant = ({ name, version, source }: RemoteReport | RemoteErrorReport) =>
    source !== 'override' && isKnown(name, version);
  return { ...report, parts: report.parts.filter(isRelevant), errors: report.errors.filter(isRelevant) };
}

/** Adds user events to their traces. `ago` is relative, since the browser's clock may be wrong. */
function addSpans({ spans = [] }: RuntimeReportBody): void {
  const now = Date.now();
  for (const { trace: traceId, span: spanId, name, path, ago, milliseconds } of spans) {
    const attributes = { 'http.route': path, 'browser.event': name };
    const [start, end] = [new Date(now - ago), new Date(now - ago + milliseconds)];
    reportSpan({ traceId, spanId, name: `${name} ${path}`, attributes, start, end });
  }
}

const MAX_PAGES = 10_000;

/** Counts one failure to load or render per version and page, and one script error. */
const getErrorKey = (error: RemoteErrorReport) => `${formatVersion(error)} ${error.kind === 'script' ? 'script' : 'failure'}`;

function createDeduplicator() {
  const reportedBy = new LRUCache<string, Set<string>>({ max: MAX_PAGES });
  return (page: string, report: RuntimeReportBody): RuntimeReportBody => {
    const reported = reportedBy.get(page) ?? new Set();
    const parts = report.parts.filter((part) => !reported.has(formatVersion(part)));
    const errors = report.errors.filter((error) => !reported.has(getErrorKey(error)));
    const vitals = report.vitals.filter(({ name }) => !reported.has(name));
    reportedBy.set(
      page,
      new Set([...reported, ...parts.map(formatVersion), ...errors.map(getErrorKey), ...vitals.map(({ name }) => name)]),
    );
    return { ...report, parts, errors, vitals };
  };
}

export async function deleteOldReports(db: Db, now = Date.now()): Promise<void> {
  await db.delete(runtimeErrors).where(lt(runtimeErrors.at, new Date(now - 7 * DAY_MS)));
  await db.delete(canaryVotes).where(lt(canaryVotes.hour, toHour(new Date(now - PAGE_TTL_MS))));
}

/** Maximum number of errors that are stored per version and hour, by all processes together. Metrics count all errors. */
const MAX_ERRORS_PER_HOUR = 50;

/**
 * Maximum number of errors that are stored per version, hour and network, so that forged errors do not displace real ones. Each
 * process counts separately.
 */
const MAX_ERRORS_PER_NETWORK = 10;
const MAX_NETWORKS = 10_000;

function createErrorRecorder(db: Db) {
  const received = new LRUCache<string, number>({ max: MAX_NETWORKS, ttl: HOUR_MS, noUpdateTTL: true });
  return async (network: number, { channel, path, errors }: RuntimeReportBody): Promise<void> => {
    const accepted = errors.filter((error) => {
      const key = `${network} ${formatVersion(error)}`;
      const before = received.get(key) ?? 0;
      received.set(key, before + 1);
      return before < MAX_ERRORS_PER_NETWORK;
    });
    if (accepted.length === 0) return;
    const stored = await countRecentErrors(db, channel);
    const rows = accepted.flatMap((error) => {
      const before = stored.get(formatVersion(error)) ?? 0;
      stored.set(formatVersion(error), before + 1);
      const { name, version, kind, message, stack, reference } = error;
      return before < MAX_ERRORS_PER_HOUR ? [{ channel, name, version, kind, path, message, stack, reference }] : [];
    });
    if (rows.length > 0) await db.insert(runtimeErrors).values(rows);
  };
}

async function countRecentErrors(db: Db, channel: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ name: runtimeErrors.name, version: runtimeErrors.version, stored: count() })
    .from(runtimeErrors)
    .where(and(eq(runtimeErrors.channel, channel), gte(runtimeErrors.at, sql`now() - interval '1 hour'`)))
    .groupBy(runtimeErrors.name, runtimeErrors.version);
  return new Map(rows.map((row) => [formatVersion(row), row.stored]));
}

const LABELS = ['remote', 'version'] as const;

/** Around the thresholds of LCP (2.5 and 4), FCP (1.8 and 3), TTFB (0.8 and 1.8) and INP (0.2 and 0.5). */
const VITAL_BUCKETS = [0.1, 0.2, 0.5, 0.8, 1.8, 2.5, 3, 4, 10];

/** Around the thresholds of CLS: 0.1 and 0.25. */
const SHIFT_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1];

/** Larger values (ms; CLS has no unit) are forged, and would distort the metrics. */
const MAX_VITAL = 3_600_000;

function createReportMetrics({ counter: createCounter, histogram }: Instruments) {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    createCounter(`solvent_remote_${name}_total`, help, [...LABELS, ...labelNames]);
  const loads = counter('loads', 'Page loads that requested a version of a remote.', ['source']);
  const failures = counter('failures', 'Page loads in which a version of a remote did not load, or failed to render.', [
    'source',
  ]);
  const errors = counter('errors', 'Errors of a version of a remote in browsers.', ['source', 'kind']);
  const vitals = histogram(
    'solvent_web_vital_seconds',
    'Web vitals of visits by the remote that owns the page they began with.',
    VITAL_BUCKETS,
    [...LABELS, 'vital'],
  );
  const layoutShifts = histogram(
    'solvent_web_layout_shift',
    'Cumulative layout shift of visits by the remote that owns the page they began with.',
    SHIFT_BUCKETS,
    LABELS,
  );
  return (report: RuntimeReportBody, counts: ReturnType<typeof countRemotes>, isKnown: IsKnown): void => {
    for (const { name: remote, version, source, isLoad, failed } of counts) {
      if (isLoad) loads.inc({ remote, version, source });
      if (failed) failures.inc({ remote, version, source });
    }
    for (const { name: remote, version, source, kind } of report.errors) errors.inc({ remote, version, source, kind });
    const { name: remote, version } = report.landing ?? { name: 'shell', version: report.shell };
    if (!isKnown(remote, version)) return;
    for (const { name: vital, value } of report.vitals.filter((measured) => measured.value <= MAX_VITAL)) {
      if (vital === 'CLS') layoutShifts.observe({ remote, version }, value);
      else vitals.observe({ remote, version, vital }, value / 1000);
    }
  };
}

/** Accepts reports only with the token of a page, on versions of its revision. Failures stop canaries. */
export const runtimeReportsFeature: Feature<Deps> = async (app, deps) => {
  const { db, jobs, config, releases, metrics } = deps;
  const { channel } = config;
  const tokens = await createPageTokens(db, config);
  const readVersions = createVersionReader(releases, channel);
  const deduplicate = createDeduplicator();
  const recordErrors = createErrorRecorder(db);
  const recordMetrics = createReportMetrics(metrics);

  async function handleReport(body: RuntimeReportBody, log: FastifyBaseLogger): Promise<void> {
    const page = body.token === undefined ? undefined : tokens.read(body.token);
    if (page === undefined || body.channel !== channel) return;
    const { includes, candidates } = await readVersions();
    const isKnown: IsKnown = (name, version) => includes(page.revision, name, version);
    const report = deduplicate(page.id, filterKnown(body, isKnown));
    addSpans(report);
    const counts = countRemotes(report);
    recordMetrics(report, counts, isKnown);
    for (const { name: remote, version, kind, reference } of report.errors)
      if (reference !== undefined)
        log.warn({ reference, remote, version, kind, path: body.path }, 'A page showed that it failed');
    await recordErrors(page.network, report);
    for (const candidate of candidates.filter(({ firstRevision }) => page.revision >= firstRevision)) {
      const { name, version: canary, live } = candidate;
      for (const { version, failed } of counts.filter((part) => part.name === name)) {
        if (version !== canary && version !== live) continue;
        const isNewFailure = await recordVote(db, page, { channel, name, version, failed });
        const why = isNewFailure && version === canary ? await stopFailingCanary(deps, candidate) : undefined;
        if (why !== undefined) log.warn({ remote: name, version }, why);
      }
    }
  }

  jobs.hourly('old reports of browsers', () => deleteOldReports(db));
  app.post(
    '/runtime-reports',
    {
      config: { access: 'anyone', limit: 'runtimeReports' },
      schema: { tags: ['runtime reports'], body: runtimeReportRules, response: { 202: doneResponse } },
    },
    async ({ body, log }, reply) => {
      await handleReport(body, log);
      reply.code(202);
      return {};
    },
  );
};
