import { DeliveryError } from '@solvent/releases';
import type { Feature } from '../../platform/http/app.ts';
import type { Deps } from './deps.ts';
import { toErrorReference } from '../../platform/errors/request-log.ts';
import { registerConsent } from './overrides/consent.ts';
import { createPageTokens } from './page-tokens.ts';
import { createPageSender, sendNothingLive, sendStoreUnavailable } from './pages.ts';
import { getPath } from './overrides/overrides.ts';
import { createPageRenderer } from './rendering/page-renderer.ts';
import { registerRobots } from './robots.ts';
import { exportServed } from './served-metrics.ts';
import { registerReleaseFiles, createReleaseFiles } from './release-files.ts';
import { throttledError } from '../../platform/failure-log.ts';

const NON_PAGE_PATH = /^\/(api|dev|socket\.io|\.well-known)(\/|$)/;

export const siteFeature: Feature<Deps> = async (app, deps) => {
  const { config, db, releases, readLiveChannel: live } = deps;
  exportServed(deps.metrics.registers, async () => (await live())?.document);
  const files = createReleaseFiles(deps.releaseReader, config.assetsUrl);
  const tokens = await createPageTokens(db, config);
  const renderPage = createPageRenderer(app, deps, live);
  const sendPage = createPageSender(config, { store: releases, tokens, renderPage });

  registerReleaseFiles(app, files, config.assetsUrl !== undefined);
  registerRobots(app, { config, live });

  app.get('/', { schema: { hide: true } }, (request, reply) =>
    reply.redirect(`/home${request.url.slice(getPath(request).length)}`, 302),
  );

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = getPath(request);
    if (NON_PAGE_PATH.test(path)) return reply.callNotFound();
    try {
      const channel = await live();
      if (!channel) return await sendNothingLive(request, reply, config.channel);
      if (await files.sendPublic(request, reply, channel.document.shell.version, path)) return reply;
      return await sendPage(request, reply, channel);
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      request.log.error(throttledError(error, { reference: toErrorReference(request.id) }), 'The release store does not answer');
      return sendStoreUnavailable(request, reply);
    }
  });

  registerConsent(app, { config, releases, live });
};
