import type { Feature } from '../../../feature.ts';
import { ownProfileRoutes, switchRoleRoute } from './own-profile-routes.ts';
import { peopleRoute } from './people-route.ts';
import { publicProfileRoute } from './public-profile-route.ts';

/** What people show of themselves (api "Endpoints": /auth/profile, /auth/switch-role). */
export const profilesFeature: Feature = (app, deps) => {
  ownProfileRoutes(app, deps);
  switchRoleRoute(app, deps);
  publicProfileRoute(app, deps);
  peopleRoute(app, deps);
};
