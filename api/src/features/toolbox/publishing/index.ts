import multipart from '@fastify/multipart';
import type { Feature } from '../../../feature.ts';
import { startRemovingAbandoned } from '../../files/incoming/abandoned-files.ts';
import { createFileLinks } from '../../files/signed-links.ts';
import { changeRoutes, contactRoute, ownRoute } from './owning/owning-routes.ts';
import { publishRoute } from './publish-route.ts';
import { INCOMING_MODULES } from './receive/incoming.ts';
import { versionRoute } from './version-route.ts';

/** What authors do with their modules (api "Endpoints", /modules). */
export const publishingFeature: Feature = async (app, deps) => {
  // A file too large is refused with its field's own words.
  await app.register(multipart, { throwFileSizeLimit: false });
  const links = await createFileLinks(deps.db);
  app.addHook('onClose', startRemovingAbandoned(deps, INCOMING_MODULES, app.log));
  publishRoute(app, deps, links);
  versionRoute(app, deps, links);
  ownRoute(app, deps, links);
  contactRoute(app, deps);
  changeRoutes(app, deps, links);
};
