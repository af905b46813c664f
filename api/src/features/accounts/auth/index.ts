import { removeOldDevices } from './known-devices.ts';
import { removeExpiredSessions } from './sessions.ts';
import { everyHour } from '../../../platform/every-hour.ts';
import type { Feature } from '../../../feature.ts';
import { entryRoutes } from './account-routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { deviceTokenRoute, sessionRoutes } from './session-routes.ts';
import { socialRoutes } from './social-routes.ts';

/** Accounts and sessions (api "Endpoints", /auth). */
export const authFeature: Feature = (app, deps) => {
  const removeOld = async () => {
    await removeExpiredSessions(deps.db);
    await removeOldDevices(deps.db);
  };
  app.addHook('onClose', everyHour(removeOld, app.log, 'Sessions that are over and old devices were not removed'));
  entryRoutes(app, deps);
  socialRoutes(app, deps);
  passwordRoutes(app, deps);
  sessionRoutes(app, deps);
  deviceTokenRoute(app, deps);
};
