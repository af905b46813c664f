import { runtimeReportRules } from '@solvent/contracts/rules';
import type { RuntimeReportBody } from '@solvent/contracts';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { everyHour } from '../../../platform/every-hour.ts';
import type { Feature } from '../../../feature.ts';
import { doneSchema } from '../../../platform/http/answer-schema.ts';
import { createPageTokens } from '../page-tokens.ts';
import type { PageTokens } from '../page-tokens.ts';
import { castVote } from './cast-vote.ts';
import { countReport } from './count-report.ts';
import { firstTold } from './first-told.ts';
import { forgetOld } from './forget-old.ts';
import { errorKeeper } from './keep-errors.ts';
import { liveVersions } from './live-versions.ts';
import type { RunningCandidate } from './live-versions.ts';
import { believed, countParts } from './read-report.ts';
import { stopWhereItFails } from './stop-canary.ts';

/**
 * POST /runtime-reports: what pages tell of the remotes they run. A canary that fails is stopped by it. Anybody may report
 * anything, so only pages that this site made are believed, of what they were made of; and of a canary, one page of each
 * network and hour.
 */
export const runtimeReportsFeature: Feature = async (app, deps) => {
  const take = reportTaker(deps, await createPageTokens(deps.db, deps.config));
  app.addHook(
    'onClose',
    everyHour(() => forgetOld(deps.db), app.log, 'Old reports of browsers were not removed'),
  );
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
function reportTaker(deps: Deps, tokens: PageTokens) {
  const { db, config, releases, metrics } = deps;
  const { channel } = config;
  const readVersions = liveVersions(releases, channel);
  const onlyNew = firstTold();
  const keepErrors = errorKeeper(db);

  async function stop(candidate: RunningCandidate, log: FastifyBaseLogger): Promise<void> {
    const why = await stopWhereItFails(deps, candidate);
    if (why !== undefined) log.warn({ remote: candidate.name, version: candidate.version }, why);
  }

  return async (body: RuntimeReportBody, log: FastifyBaseLogger): Promise<void> => {
    const page = body.token === undefined ? undefined : tokens.read(body.token);
    if (page === undefined || body.channel !== channel) return;
    const { knows, candidates } = await readVersions();
    const knowsOfPage = (name: string, version: string) => knows(page.revision, name, version);
    const report = onlyNew(page.id, believed(body, knowsOfPage));
    const counts = countParts(report);
    countReport(metrics, report, counts, knowsOfPage);
    await keepErrors(page.network, report);
    for (const candidate of candidates.filter(({ from }) => page.revision >= from)) {
      const { name, version: tried, live } = candidate;
      for (const { version, failed } of counts.filter((part) => part.name === name)) {
        if (version !== tried && version !== live) continue;
        const isNews = await castVote(db, page, { channel, name, version, failed });
        if (isNews && version === tried) await stop(candidate, log);
      }
    }
  };
}
