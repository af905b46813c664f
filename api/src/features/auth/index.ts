import type { Feature } from '../../platform/feature.ts';
import { entryRoutes } from './account-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { socialRoutes } from './social-routes.ts';

/** Accounts and sessions (api "Endpoints", /auth). */
export const authFeature: Feature = (app, deps) => {
  entryRoutes(app, deps);
  socialRoutes(app, deps);
  sessionRoutes(app, deps);
};
