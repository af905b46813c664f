import type { RemoteErrorReport, RemoteReport, RuntimeReportBody } from '@solvent/contracts';
import { runtimeReportRules } from '@solvent/contracts/rules/runtime-reports';
import { doneResponse } from '@solvent/contracts/schemas';
import { and, count, eq, gte, lt, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../deps.ts';
import type { Feature } from '../../../platform/http/app.ts';
import { PAGE_TTL_MS, createPageTokens } from '../page-tokens.ts';
import type { PageTokens } from '../page-tokens.ts';
import { recordVote, toHour, createVersionReader, stopFailingCanary } from './canary.ts';
import type { RunningCandidate } from './canary.ts';
import { canaryVotes, runtimeErrors } from '../../../schema/index.ts';
import { createReportMetrics } from './report-metrics.ts';
import type { RemoteCount } from './report-metrics.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { reportSpan } from '../../../platform/tracing/tracing.ts';

const formatVersion = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;

const isFailure = ({ kind }: RemoteErrorReport) => kind !== 'script';

/** Sorts by version, so that concurrent reports do not deadlock. */
function countRemotes({ parts, errors }: RuntimeReportBody): RemoteCount[] {
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

/** Drops versions that the page cannot run, and overrides. */
function filterKnown(report: RuntimeReportBody, isKnown: (name: string, version: string) => boolean): RuntimeReportBody {
  const isRelevant = ({ name, version, source }: RemoteReport | RemoteErrorReport) =>
    source !== 'override' && isKnown(name, version);
  return { ...report, parts: report.parts.filter(isRelevant), errors: report.errors.filter(isRelevant) };
}

/** Adds user events to their traces. `ago` is relative, since the browser's clock may be wrong. */
function addSpans({ spans = [] }: RuntimeReportBody): void {
  const now = Date.now();
  for (const { trace: traceId, span: spanId, name, path, ago, milliseconds } of spans) {
    const start = new Date(now - ago);
    const end = new Date(start.getTime() + milliseconds);
    reportSpan({
      traceId,
      spanId,
      name: `${name} ${path}`,
      attributes: { 'http.route': path, 'browser.event': name },
      start,
      end,
    });
  }
}

const MAX_PAGES = 10_000;

/** Counts one failure to load or render per version and page, and one script error. */
const getErrorKey = (error: RemoteErrorReport) => `${formatVersion(error)} ${error.kind === 'script' ? 'script' : 'failure'}`;

function createDeduplicator(): (page: string, report: RuntimeReportBody) => RuntimeReportBody {
  const reportedBy = new Map<string, Set<string>>(); // oldest page first
  return (page, report) => {
    const reported = reportedBy.get(page) ?? new Set();
    const parts = report.parts.filter((part) => !reported.has(formatVersion(part)));
    const errors = report.errors.filter((error) => !reported.has(getErrorKey(error)));
    const vitals = report.vitals.filter(({ name }) => !reported.has(name));
    reportedBy.set(
      page,
      new Set([...reported, ...parts.map(formatVersion), ...errors.map(getErrorKey), ...vitals.map(({ name }) => name)]),
    );
    const [oldest] = reportedBy.keys();
    if (reportedBy.size > MAX_PAGES && oldest !== undefined) reportedBy.delete(oldest);
    return { ...report, parts, errors, vitals };
  };
}

const ERROR_TTL_MS = 7 * 24 * 3_600_000;

export async function deleteOldReports(db: Db, now = new Date()): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age);
  await db.delete(runtimeErrors).where(lt(runtimeErrors.at, before(ERROR_TTL_MS)));
  await db.delete(canaryVotes).where(lt(canaryVotes.hour, toHour(before(PAGE_TTL_MS))));
}

/** Stored errors per version. Metrics count all. */
const MAX_ERRORS_PER_HOUR = 50;

/** Stored errors per version and hour, so that forged errors do not displace real ones. Each process counts its own. */
const MAX_ERRORS_PER_NETWORK = 10;

function createErrorRecorder(db: Db): (network: number, report: RuntimeReportBody) => Promise<void> {
  let [hour, counts] = [0, new Map<string, number>()];
  return async (network, { errors, ...report }) => {
    const now = toHour(new Date()).getTime();
    if (now !== hour) [hour, counts] = [now, new Map()];
    const accepted = errors.filter(({ name, version }) => {
      const key = `${network} ${name}@${version}`;
      const before = counts.get(key) ?? 0;
      if (before < MAX_ERRORS_PER_NETWORK) counts.set(key, before + 1);
      return before < MAX_ERRORS_PER_NETWORK;
    });
    await insertErrors(db, { ...report, errors: accepted });
  };
}

async function insertErrors(db: Db, { channel, path, errors }: RuntimeReportBody): Promise<void> {
  if (errors.length === 0) return;
  const counts = await countRecentErrors(db, channel);
  const rows = errors.flatMap(({ name, version, kind, message, stack, reference }) => {
    const before = counts.get(`${name}@${version}`) ?? 0;
    counts.set(`${name}@${version}`, before + 1);
    return before < MAX_ERRORS_PER_HOUR ? [{ channel, name, version, kind, path, message, stack, reference }] : [];
  });
  if (rows.length > 0) await db.insert(runtimeErrors).values(rows);
}

async function countRecentErrors(db: Db, channel: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ name: runtimeErrors.name, version: runtimeErrors.version, stored: count() })
    .from(runtimeErrors)
    .where(and(eq(runtimeErrors.channel, channel), gte(runtimeErrors.at, sql`now() - interval '1 hour'`)))
    .groupBy(runtimeErrors.name, runtimeErrors.version);
  return new Map(rows.map(({ name, version, stored }) => [`${name}@${version}`, stored]));
}

/** Accepts reports only with the token of a page, on versions of its revision. Failures stop canaries. */
export const runtimeReportsFeature: Feature<Deps> = async (app, deps) => {
  const handleReport = createReportHandler(deps, await createPageTokens(deps.db, deps.config));
  deps.jobs.hourly('old reports of browsers', () => deleteOldReports(deps.db));
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

function createReportHandler(deps: Deps, tokens: PageTokens) {
  const { db, config, releases, metrics } = deps;
  const { channel } = config;
  const readVersions = createVersionReader(releases, channel);
  const deduplicate = createDeduplicator();
  const recordErrors = createErrorRecorder(db);
  const recordMetrics = createReportMetrics(metrics.registers);

  async function stop(candidate: RunningCandidate, log: FastifyBaseLogger): Promise<void> {
    const why = await stopFailingCanary(deps, candidate);
    if (why !== undefined) log.warn({ remote: candidate.name, version: candidate.version }, why);
  }

  return async (body: RuntimeReportBody, log: FastifyBaseLogger): Promise<void> => {
    const page = body.token === undefined ? undefined : tokens.read(body.token);
    if (page === undefined || body.channel !== channel) return;
    const { includes, candidates } = await readVersions();
    const isKnown = (name: string, version: string) => includes(page.revision, name, version);
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
        if (isNewFailure && version === canary) await stop(candidate, log);
      }
    }
  };
}
