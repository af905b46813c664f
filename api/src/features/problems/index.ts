import type { Feature } from '../../platform/feature.ts';
import { createListMemory } from './list-problems.ts';
import { createMemory } from './memory.ts';
import { personRoute } from './person-routes.ts';
import { presentCategories } from './presenter.ts';
import { countOpen } from './problem-detail.ts';
import { createRoute, detailRoute, listRoute } from './routes.ts';
import { categoriesAnswer } from './schemas.ts';

/** A count may be this old (ms). */
const COUNT_LIFE = 10_000;

/** Problems: list, categories, detail, posting (api "Endpoints", /problems). */
export const problemsFeature: Feature = (app, deps) => {
  const lists = createListMemory();
  const categories = createMemory<Map<string, number>>({ life: COUNT_LIFE, size: 1 });

  app.get(
    '/problems/categories',
    { config: { access: 'anyone' }, schema: { tags: ['problems'], response: { 200: categoriesAnswer } } },
    async () => ({ categories: presentCategories(await categories.get('open', () => countOpen(deps.db))) }),
  );
  listRoute(app, deps, lists);
  personRoute(app, deps);
  detailRoute(app, deps);
  createRoute(app, deps, () => {
    lists.totals.clear();
    categories.clear();
  });
};
