import type { Feature } from '../../../feature.ts';
import { createFileLinks } from '../../files/signed-links.ts';
import { secret } from '../../../platform/secrets/secret.ts';
import { purchaseRoute } from './buying/purchase-route.ts';
import { detailRoutes } from './detail-routes.ts';
import { downloadRoute } from './downloading/download-route.ts';
import { opinionRoutes } from './opinions/opinion-routes.ts';
import { reportRoute } from './reporting/report-route.ts';
import { savedRoutes } from './saving/saved-routes.ts';

/** A module on its own page, and what people do there (api "Endpoints", /modules/{id}). */
export const modulesFeature: Feature = async (app, deps) => {
  const links = await createFileLinks(deps.db);
  detailRoutes(app, deps, links);
  savedRoutes(app, deps, links);
  purchaseRoute(app, deps);
  downloadRoute(app, deps, await secret(deps.db, 'visitors'));
  opinionRoutes(app, deps);
  reportRoute(app, deps);
};
