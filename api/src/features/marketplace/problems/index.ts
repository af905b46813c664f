import type { Feature } from '../../../feature.ts';
import { editRoute } from './editing/edit-route.ts';
import { createListMemory } from './list-problems.ts';
import { createMemory } from '../../../platform/memory/memory.ts';
import { personRoute } from './person-routes.ts';
import { presentCategories } from './presenter.ts';
import { countOpen } from './problem-detail.ts';
import { timelineRoute } from './detail/timeline-route.ts';
import { reportRoute } from './reports/report-route.ts';
import { createRoute, detailRoute, listRoute } from './routes.ts';
import { savedRoutes } from './saved/saved-routes.ts';
import { categoriesAnswer } from './schemas.ts';
import { similarRoute } from './similar/similar-route.ts';
import { statusRoutes } from './status/status-routes.ts';

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
  timelineRoute(app, deps);
  savedRoutes(app, deps);
  similarRoute(app, deps);
  reportRoute(app, deps);
  const forgetCounts = () => {
    lists.totals.clear();
    categories.clear();
  };
  createRoute(app, deps, forgetCounts);
  editRoute(app, deps, forgetCounts);
  statusRoutes(app, deps, forgetCounts);
};
