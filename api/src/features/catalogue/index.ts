import { modulesQueryRules } from '@solvent/contracts/rules';
import type { Feature } from '../../platform/feature.ts';
import { answerSchema, json, pagingSchema } from '../../platform/http/answer-schema.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { limitSearches } from '../../platform/http/rate-limits.ts';
import { listModules } from './list-modules.ts';
import { presentModule } from './presenter.ts';

const module = json.object({
  id: json.id,
  slug: json.text,
  title: json.text,
  description: json.text,
  tags: json.list(json.text),
  priceCents: json.integer,
  author: json.object({ _id: json.id, name: json.text, image: json.textOrNull }),
  rating: json.number,
  ratingCount: json.integer,
  downloads: json.integer,
  previewImage: json.textOrNull,
  version: json.text,
  releasedAt: json.time,
  updatedAt: json.time,
});

const modulesAnswer = answerSchema({ modules: json.list(module), total: json.integer, ...pagingSchema });

/** The toolbox's catalogue (api "Endpoints", /modules). */
export const catalogueFeature: Feature = (app, { db, config }) => {
  app.get(
    '/modules',
    {
      config: { access: 'anyone', rateLimit: limitSearches(config) },
      schema: { tags: ['modules'], querystring: modulesQueryRules, response: { 200: modulesAnswer } },
    },
    async ({ query }) => {
      const { cards, total } = await listModules(db, query);
      return { modules: cards.map(presentModule), total, ...pagingOf(query, total) };
    },
  );
};
