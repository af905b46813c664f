import type { RemoteErrorReport, RemoteReport, RuntimeReportBody, VitalName } from '@solvent/contracts';
import { runtimeReportRules } from '@solvent/contracts/rules/runtime-reports';
import { and, count, eq, gte, lt, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../../../deps.ts';
import type { Feature } from '../../../feature.ts';
import { PAGE_TTL_MS, createPageTokens } from '../page-tokens.ts';
import type { PageTokens } from '../page-tokens.ts';
import { recordVote, toHour, createVersionReader, stopFailingCanary } from './canary.ts';
import type { RunningCandidate } from './canary.ts';
import { canaryVotes, runtimeErrors } from '../schema.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { doneSchema } from '../../../platform/http/response-schema.ts';
import type { Metrics } from '../../../platform/metrics/metrics.ts';
import { reportSpan } from '../../../platform/tracing/tracing.ts';

/** What a report says of one version, of which a page counts once. */
interface RemoteCount {
  name: string;
  version: string;
  source: RemoteReport['source'];
  /** Whether the page asked for it. Else it did so before, and told it then. */
  isFirstLoad: boolean;
  /** Whether it did not load, or failed to render. What its scripts throw later is an error, and no failure. */
  failed: boolean;
}

const formatVersion = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;

const isFailure = ({ kind }: RemoteErrorReport) => kind !== 'script';

/** What a report says of each version, in one order whoever reports: so that two that are stored at once never wait for each other. */
function countRemotes({ parts, errors }: RuntimeReportBody): RemoteCount[] {
  const failed = errors.filter(isFailure);
  const failedTitles = new Set(failed.map(formatVersion));
  const loads = parts.map(({ loaded, milliseconds: _unused, ...part }) => ({
    ...part,
    isFirstLoad: true,
    failed: !loaded || failedTitles.has(formatVersion(part)),
  }));
  const told = failed.map(({ name, version, source }) => ({ name, version, source, isFirstLoad: false, failed: true }));
  const first = new Map([...loads, ...told].toReversed().map((part) => [formatVersion(part), part])); // of several the first stays
  return [...first].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part);
}

/** What of a report is about versions that `knows` knows: those that its page may run. Whatever a tester overrides is his own. */
function filterKnown(report: RuntimeReportBody, knows: (name: string, version: string) => boolean): RuntimeReportBody {
  const isKnown = ({ name, version, source }: RemoteReport | RemoteErrorReport) => source !== 'override' && knows(name, version);
  return { ...report, parts: report.parts.filter(isKnown), errors: report.errors.filter(isKnown) };
}

/** Counts what a report says in the figures that `GET /metrics` shows. */
function recordMetrics(
  metrics: Metrics,
  report: RuntimeReportBody,
  counts: readonly RemoteCount[],
  knows: (name: string, version: string) => boolean,
): void {
  for (const { name: remote, version, source, isFirstLoad, failed } of counts) {
    if (isFirstLoad) metrics.loads.inc({ remote, version, source });
    if (failed) metrics.failures.inc({ remote, version, source });
  }
  for (const { name: remote, version, source, kind } of report.errors) metrics.errors.inc({ remote, version, source, kind });
  const { name: remote, version } = report.landing ?? { name: 'shell', version: report.shell };
  if (!knows(remote, version)) return;
  for (const { name, value } of report.vitals) observeVital(metrics, { remote, version }, name, value);
}

/** What no page measures (milliseconds; of CLS, which has no unit, less): one such value would spoil a sum for good. */
const MAX_VITAL = 3_600_000;

function observeVital(metrics: Metrics, part: { remote: string; version: string }, vital: VitalName, value: number): void {
  if (value > MAX_VITAL) return;
  if (vital === 'CLS') metrics.layoutShifts.observe(part, value);
  else metrics.vitals.observe({ ...part, vital }, value / 1000);
}

/** Adds what people did to the traces of what it led to. The page's clock may be wrong: what counts is how long ago it was. */
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

/** What pages told is remembered of so many: of the last ones, by a process that counts for itself alone. */
const MAX_PAGES = 10_000;

const versionOf = ({ name, version }: RemoteReport | RemoteErrorReport) => `${name}@${version}`;

/** A version fails to load or to render once in a page, whatever it says of it; errors of its scripts are another matter. */
const getErrorKey = (error: RemoteErrorReport) => `${versionOf(error)} ${error.kind === 'script' ? 'script' : 'failure'}`;

/**
 * Makes what takes out of a page's report all that the page told before, as an honest one does by itself: a page counts once
 * for a version.
 */
function createDeduplicator(): (page: string, report: RuntimeReportBody) => RuntimeReportBody {
  const toldBy = new Map<string, Set<string>>(); // the oldest first
  return (page, report) => {
    const told = toldBy.get(page) ?? new Set();
    const parts = report.parts.filter((part) => !told.has(versionOf(part)));
    const errors = report.errors.filter((error) => !told.has(getErrorKey(error)));
    const vitals = report.vitals.filter(({ name }) => !told.has(name));
    toldBy.set(page, new Set([...told, ...parts.map(versionOf), ...errors.map(getErrorKey), ...vitals.map(({ name }) => name)]));
    const [oldest] = toldBy.keys();
    if (toldBy.size > MAX_PAGES && oldest !== undefined) toldBy.delete(oldest);
    return { ...report, parts, errors, vitals };
  };
}

/** How long errors are kept for the teams that own them (ms). */
const ERROR_TTL_MS = 7 * 24 * 3_600_000;

/** Removes errors of browsers that are older than seven days, and votes of pages that are believed no more. */
export async function deleteOldReports(db: Db, now = new Date()): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age);
  await db.delete(runtimeErrors).where(lt(runtimeErrors.at, before(ERROR_TTL_MS)));
  await db.delete(canaryVotes).where(lt(canaryVotes.hour, toHour(before(PAGE_TTL_MS))));
}

/** Of a version's errors so many are kept in an hour: enough to see what fails. All are counted (`GET /metrics`). */
const MAX_ERRORS_PER_HOUR = 50;

/** Of those, so many from one network: what one person makes up hides nothing from a team. A process knows what it kept itself. */
const MAX_ERRORS_PER_NETWORK = 10;

/** Makes what keeps a report's errors for the teams that own them: some of each hour, however many are made up. */
function createErrorRecorder(db: Db): (network: number, report: RuntimeReportBody) => Promise<void> {
  let [hour, keptOf] = [0, new Map<string, number>()];
  return async (network, { errors, ...report }) => {
    const now = toHour(new Date()).getTime();
    if (now !== hour) [hour, keptOf] = [now, new Map()];
    const some = errors.filter(({ name, version }) => {
      const key = `${network} ${name}@${version}`;
      const before = keptOf.get(key) ?? 0;
      if (before < MAX_ERRORS_PER_NETWORK) keptOf.set(key, before + 1);
      return before < MAX_ERRORS_PER_NETWORK;
    });
    await insertErrors(db, { ...report, errors: some });
  };
}

async function insertErrors(db: Db, { channel, path, errors }: RuntimeReportBody): Promise<void> {
  if (errors.length === 0) return;
  const kept = await countRecentErrors(db, channel);
  const rows = errors.flatMap(({ name, version, kind, message, stack, reference }) => {
    const before = kept.get(`${name}@${version}`) ?? 0;
    kept.set(`${name}@${version}`, before + 1);
    return before < MAX_ERRORS_PER_HOUR ? [{ channel, name, version, kind, path, message, stack, reference }] : [];
  });
  if (rows.length > 0) await db.insert(runtimeErrors).values(rows);
}

/** How many errors of each version were kept within the last hour. */
async function countRecentErrors(db: Db, channel: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ name: runtimeErrors.name, version: runtimeErrors.version, kept: count() })
    .from(runtimeErrors)
    .where(and(eq(runtimeErrors.channel, channel), gte(runtimeErrors.at, sql`now() - interval '1 hour'`)))
    .groupBy(runtimeErrors.name, runtimeErrors.version);
  return new Map(rows.map(({ name, version, kept }) => [`${name}@${version}`, kept]));
}

/**
 * POST /runtime-reports: what pages tell of the remotes they run. A canary that fails is stopped by it. Anybody may report
 * anything, so only pages that this site made are believed, of what they were made of; and of a canary, one page of each
 * network and hour.
 */
export const runtimeReportsFeature: Feature = async (app, deps) => {
  const take = createReportHandler(deps, await createPageTokens(deps.db, deps.config));
  deps.jobs.hourly('old reports of browsers', () => deleteOldReports(deps.db));
  app.post(
    '/runtime-reports',
    {
      config: { access: 'anyone', limit: 'runtimeReports' },
      schema: { tags: ['runtime reports'], body: runtimeReportRules, response: { 202: doneSchema } },
    },
    async ({ body, log }, reply) => {
      await take(body, log);
      reply.code(202);
      return {};
    },
  );
};

/** Whoever made a report up is told nothing of it. */
function createReportHandler(deps: Deps, tokens: PageTokens) {
  const { db, config, releases, metrics } = deps;
  const { channel } = config;
  const readVersions = createVersionReader(releases, channel);
  const onlyNew = createDeduplicator();
  const keepErrors = createErrorRecorder(db);

  async function stop(candidate: RunningCandidate, log: FastifyBaseLogger): Promise<void> {
    const why = await stopFailingCanary(deps, candidate);
    if (why !== undefined) log.warn({ remote: candidate.name, version: candidate.version }, why);
  }

  return async (body: RuntimeReportBody, log: FastifyBaseLogger): Promise<void> => {
    const page = body.token === undefined ? undefined : tokens.read(body.token);
    if (page === undefined || body.channel !== channel) return;
    const { includes, candidates } = await readVersions();
    const knowsOfPage = (name: string, version: string) => includes(page.revision, name, version);
    const report = onlyNew(page.id, filterKnown(body, knowsOfPage));
    addSpans(report);
    const counts = countRemotes(report);
    recordMetrics(metrics, report, counts, knowsOfPage);
    for (const { name: remote, version, kind, reference } of report.errors)
      if (reference !== undefined)
        log.warn({ reference, remote, version, kind, path: body.path }, 'A page showed that it failed');
    await keepErrors(page.network, report);
    for (const candidate of candidates.filter(({ from }) => page.revision >= from)) {
      const { name, version: tried, live } = candidate;
      for (const { version, failed } of counts.filter((part) => part.name === name)) {
        if (version !== tried && version !== live) continue;
        const isNews = await recordVote(db, page, { channel, name, version, failed });
        if (isNews && version === tried) await stop(candidate, log);
      }
    }
  };
}
