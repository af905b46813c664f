import { contactFeature } from './contact.ts';
import { contentReportsFeature } from './content-reports.ts';
import { devMailFeature } from './dev-mail.ts';
import { healthFeature } from './health.ts';
import { siteFeature } from './pages.ts';
import { runtimeReportsFeature } from './runtime-reports/routes.ts';
import { sitemapFeature } from './sitemap.ts';
import { textFilesFeature } from './text-files.ts';
import type { FeatureRoutes } from '../../platform/http/app.ts';
import type { Deps } from './deps.ts';

export { encodeMalformedPath } from './pages.ts';
export { createLiveReader } from './live-channel.ts';
export type { LiveReader } from './live-channel.ts';
export { createReleaseReader } from './release-files.ts';
export type { ReleaseReader } from './release-files.ts';
export { createRenderer } from './rendering/renderer.ts';
export type { Renderer } from './rendering/renderer.ts';
export { accountDeletion, exporter } from './contact.ts';
export type { Deps as SiteDeps } from './deps.ts';

export const routes: FeatureRoutes<Deps> = {
  keyed: [contactFeature, runtimeReportsFeature],
  open: [healthFeature, contentReportsFeature],
  root: [devMailFeature, textFilesFeature, sitemapFeature, siteFeature],
};
