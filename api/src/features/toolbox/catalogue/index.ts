import { modulesQueryRules } from '@solvent/contracts/rules';
import type { Feature } from '../../../feature.ts';
import { answerSchema, json, pagingSchema } from '../../../platform/http/answer-schema.ts';
import { pagingOf } from '../../../platform/http/paging.ts';
import { payerOf, SEARCHES } from '../../../platform/limits/register-limits.ts';
import { moduleCardFields, presentModuleCard } from '../module-card.ts';
import { createTotals, listModules } from './list-modules.ts';

const modulesAnswer = answerSchema({ modules: json.list(json.object(moduleCardFields)), total: json.integer, ...pagingSchema });

/** The toolbox's catalogue (api "Endpoints", /modules). */
export const catalogueFeature: Feature = (app, { db, limits }) => {
  const totals = createTotals();
  app.get(
    '/modules',
    {
      config: { access: 'anyone', ...SEARCHES },
      schema: { tags: ['modules'], querystring: modulesQueryRules, response: { 200: modulesAnswer } },
    },
    async (request) => {
      const { query } = request;
      const { cards, total } = await listModules(db, totals, query, payerOf(limits, request));
      return { modules: cards.map(presentModuleCard), total, ...pagingOf(query, total) };
    },
  );
};
