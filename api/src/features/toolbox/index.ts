export { catalogueFeature } from './catalogue.ts';
export { archiveFeature } from './download.ts';
export { publishingFeature } from './publishing/routes.ts';
export { decideReview, listPendingVersions } from './publishing/versions.ts';
export type { ReviewDecision } from './publishing/versions.ts';
export { modulesFeature } from './routes.ts';
export { moduleParams } from './service.ts';
export { restoreModule, restoreModuleReview, takeDownModule, takeDownModuleReview } from './take-downs.ts';
export { accountDeletion, exporter } from './account-data.ts';
