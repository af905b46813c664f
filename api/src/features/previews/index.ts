import { previewsFeature } from './routes.ts';
import type { FeatureRoutes } from '../../platform/http/app.ts';
import type { Deps } from './routes.ts';

export type { Deps as PreviewsDeps } from './routes.ts';

export const routes: FeatureRoutes<Deps> = { open: [previewsFeature] };
