import { runtimeReportRules } from '@solvent/contracts/rules';
import type { RuntimeReportBody } from '@solvent/contracts';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { everyHour } from '../../platform/every-hour.ts';
import type { Feature } from '../../platform/feature.ts';
import { doneSchema } from '../../platform/http/answer-schema.ts';
import { countReport } from './count-report.ts';
import { forgetOld } from './forget-old.ts';
import { heardNetworks } from './heard-networks.ts';
import { liveVersions } from './live-versions.ts';
import { believed, countParts } from './read-report.ts';
import { stopWhereItFails } from './stop-canary.ts';
import { storeReport } from './store-report.ts';

/**
 * POST /runtime-reports: what pages tell of the remotes they run. Counted and kept for seven days; a canary that fails is
 * stopped by it. Anybody may report anything, so only versions that the channel names count, and the most that made-up
 * reports can do is to stop a canary: everybody has the live version then.
 */
export const runtimeReportsFeature: Feature = (app, deps) => {
  const take = reportTaker(deps);
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
    async ({ body, ip, log }, reply) => {
      await take(body, ip, log);
      reply.code(202);
      return {};
    },
  );
};

/** Pages of another channel are of another server, which knows what they run. */
function reportTaker({ db, config, releases, metrics }: Deps) {
  const readVersions = liveVersions(releases, config.channel);
  const networks = heardNetworks();
  return async (body: RuntimeReportBody, ip: string, log: FastifyBaseLogger): Promise<void> => {
    if (body.channel !== config.channel) return;
    const { knows, candidates } = await readVersions();
    const report = believed(body, knows);
    const counts = countParts(report);
    countReport(metrics, report, counts, knows);
    await storeReport(db, report, counts);
    if (counts.length > 0) networks.hear(ip);
    const failed = new Set(counts.filter((part) => part.failed).map(({ name, version }) => `${name}@${version}`));
    for (const candidate of candidates.filter(({ name, version }) => failed.has(`${name}@${version}`))) {
      if (!networks.agree(candidate, ip)) continue;
      const why = await stopWhereItFails({ db, store: releases, channel: config.channel }, candidate);
      if (why !== undefined) log.warn({ remote: candidate.name, version: candidate.version }, why);
    }
  };
}
