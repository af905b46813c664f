import type { Feature } from '../../platform/feature.ts';
import { createMemory } from './memory.ts';
import { personRoute } from './person-routes.ts';
import { presentCategories } from './presenter.ts';
import { countOpen } from './problem-detail.ts';
import { createRoute, detailRoute, listRoute } from './routes.ts';
import { categoriesAnswer } from './schemas.ts';

/** Counting a hundred thousand rows takes longer than all the rest of a list; a count may be this old (ms). */
const COUNT_LIFE = 10_000;

/** Problems: list, categories, detail, posting (api "Endpoints", /problems). */
export const problemsFeature: Feature = (app, deps) => {
  const totals = createMemory<number>({ life: COUNT_LIFE, size: 500 });
  const categories = createMemory<Map<string, number>>({ life: COUNT_LIFE, size: 1 });

  app.get(
    '/problems/categories',
    { config: { access: 'anyone' }, schema: { tags: ['problems'], response: { 200: categoriesAnswer } } },
    async () => ({ categories: presentCategories(await categories.get('open', () => countOpen(deps.db))) }),
  );
  listRoute(app, deps, totals);
  personRoute(app, deps);
  detailRoute(app, deps);
  createRoute(app, deps, () => {
    totals.clear();
    categories.clear();
  });
};
