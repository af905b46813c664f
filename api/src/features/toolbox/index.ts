import { catalogueFeature } from './catalogue.ts';
import { archiveFeature } from './download.ts';
import { publishingFeature } from './publishing/routes.ts';
import { modulesFeature } from './routes.ts';
import type { FeatureRoutes } from '../../platform/http/app.ts';
import type { Deps } from './deps.ts';

export { decideReview, listPendingVersions } from './publishing/versions.ts';
export type { ReviewDecision } from './publishing/versions.ts';
export { moduleParams } from './visibility.ts';
export { moderateModuleReview, restoreModule, takeDownModule } from './take-downs.ts';
export { accountDeletion, exporter } from './account-data.ts';

export const routes: FeatureRoutes<Deps> = {
  keyed: [catalogueFeature, modulesFeature, publishingFeature],
  open: [archiveFeature],
};
