import fastifyStatic from '@fastify/static';
import type { Feature } from '../../platform/feature.ts';
import { pageSender, pathOf, sendNothingLive } from './pages.ts';
import { registerReleaseFiles, releaseFiles } from './release-files.ts';
import { openReleases } from './release-reader.ts';

/** What is no page, whoever asks. */
const NO_PAGE = /^\/(api|dev|socket\.io)(\/|$)/;

/**
 * The site: the pages of the live channel, and the files of every release. Reads the release store that delivery writes;
 * a promotion is served from the next page load on.
 */
export const siteFeature: Feature = async (app, { config }) => {
  await app.register(fastifyStatic, { serve: false, preCompressed: true, cacheControl: false, index: false });
  const releases = openReleases(config.releases, config.channel);
  const files = releaseFiles(releases, config.releases);
  const sendPage = pageSender(config);

  registerReleaseFiles(app, files);

  app.get('/', { schema: { hide: true } }, (request, reply) =>
    reply.redirect(`/home${request.url.slice(pathOf(request).length)}`, 302),
  );

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = pathOf(request);
    if (NO_PAGE.test(path)) return reply.callNotFound();
    const live = await releases.live();
    if (!live) return sendNothingLive(request, reply, config.channel);
    if (await files.sendPublic(reply, live.document.shell.version, path)) return reply;
    return sendPage(request, reply, live);
  });
};
