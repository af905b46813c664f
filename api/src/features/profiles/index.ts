import { profilesFeature } from './routes.ts';
import type { FeatureRoutes } from '../../platform/http/app.ts';
import type { Deps } from './deps.ts';

export const routes: FeatureRoutes<Deps> = { keyed: [profilesFeature] };
