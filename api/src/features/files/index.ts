import type { Feature } from '../../platform/feature.ts';
import { readRoute } from './read-route.ts';
import { uploadRoute } from './upload-route.ts';

/** Public pictures, by links that cannot carry the access header (api "Conventions"). */
export const filesFeature: Feature = (app, deps) => readRoute(app, deps);

/** What people send (api "Endpoints", /file-upload). */
export const uploadsFeature: Feature = (app, deps) => uploadRoute(app, deps);
