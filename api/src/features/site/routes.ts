import { REFERENCE_HEADER } from '@solvent/contracts';
import { DeliveryError } from '@solvent/releases';
import type { Feature } from '../../platform/http/app.ts';
import type { Deps } from './deps.ts';
import { toErrorReference } from '../../platform/errors/request-log.ts';
import { registerConsent } from './overrides/consent.ts';
import { createPageTokens } from './page-tokens.ts';
import { createPageSender, sendUnavailable } from './pages.ts';
import { getPath } from './overrides/overrides.ts';
import { createPageRenderer } from './rendering/page-renderer.ts';
import { exportServed } from './served-metrics.ts';
import { registerReleaseFiles } from './release-files.ts';
import { throttledError } from '../../platform/failure-log.ts';

const NON_PAGE_PATH = /^\/(api|dev|socket\.io|\.well-known)(\/|$)/;

export const siteFeature: Feature<Deps> = async (app, deps) => {
  const { config, db, releases, readLiveChannel: live } = deps;
  exportServed(deps.metrics.registers, async () => (await live())?.document);
  const tokens = await createPageTokens(db, config);
  const renderPage = createPageRenderer(app, deps, live);
  const sendPage = createPageSender(config, { store: releases, tokens, renderPage });

  const sendPublicFile = registerReleaseFiles(app, deps.releaseReader, config.assetsUrl);

  app.get('/', { schema: { hide: true } }, (request, reply) =>
    reply.redirect(`/home${request.url.slice(getPath(request).length)}`, 302),
  );

  const nothingLive = `The channel &ldquo;${config.channel}&rdquo; has no release: run <code>npm start</code>, or <code>pnpm delivery deploy</code> for this store, and load the page again.`;

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = getPath(request);
    if (NON_PAGE_PATH.test(path)) return reply.callNotFound();
    try {
      const channel = await live();
      if (!channel) return await sendUnavailable(request, reply, 'Nothing is published yet', nothingLive);
      if (await sendPublicFile(request, reply, channel.document.shell.version, path)) return reply;
      return await sendPage(request, reply, channel);
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      const reference = toErrorReference(request.id);
      request.log.error(throttledError(error, { reference }), 'The release store does not answer');
      const text = `Its pages can’t be loaded right now. Try again in a minute. If you run this server, look up reference ${reference} in its log.`;
      return sendUnavailable(request, reply.header(REFERENCE_HEADER, reference), 'Solvent is unavailable', text);
    }
  });

  registerConsent(app, deps);
};
