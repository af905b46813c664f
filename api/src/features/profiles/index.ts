import { profilesFeature } from './routes.ts';
import type { FeatureRoutes } from '../../platform/http/app.ts';
import type { Deps } from './service.ts';

export const routes: FeatureRoutes<Deps> = { keyed: [profilesFeature] };
