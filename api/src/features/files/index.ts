import type { Feature } from '../../feature.ts';
import { createFileLinks } from './signed-links.ts';
import { linkRoute } from './reading/link-route.ts';
import { readRoute } from './reading/read-route.ts';
import { uploadRoute } from './upload-route.ts';

/** Files, by links that cannot carry the access header (api "Conventions"). */
export const filesFeature: Feature = async (app, deps) => readRoute(app, { ...deps, links: await createFileLinks(deps.db) });

/** What people send (api "Endpoints", /file-upload), and new links to what they were sent. */
export const uploadsFeature: Feature = async (app, deps) => {
  await uploadRoute(app, deps);
  linkRoute(app, deps, await createFileLinks(deps.db));
};
