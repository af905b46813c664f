import { DeliveryError } from '@solvent/releases';
import type { ChannelDocument } from '@solvent/federation/manifest';
import type { Config } from '../../platform/config/config.ts';
import type { App } from '../../platform/http/app.ts';
import { siteOrigin } from '../../platform/http/request-headers.ts';
import type { LiveReader } from './live-channel.ts';

const PREVIEW_PATHS = ['/api/problems/*/card.png', '/api/modules/*/card.png', '/api/auth/profile/*/card.png'];

/** Personal pages whose paths do not require a session. */
const PERSONAL_PATHS = ['/finishSignUp', '/problem/discussion', '/reset-password'];

const getSessionPaths = ({ remotes }: ChannelDocument): string[] =>
  remotes.flatMap(({ paths }) => paths.filter(({ session }) => session).map(({ path }) => path));

/** Matches a page with any query, but no page below it: /profile is personal, /profile/:id is public. */
function disallowPage(path: string): string[] {
  const pattern = path.replaceAll(/:\w+/g, '*');
  return [`Disallow: ${pattern}$`, `Disallow: ${pattern}?`];
}

/** RFC 9309: the longest matching rule applies. */
const renderRobotsTxt = (origin: string, pages: string[]): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    ...PREVIEW_PATHS.map((path) => `Allow: ${path}$`),
    'Disallow: /dev/',
    ...pages.toSorted().flatMap(disallowPage),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');

export function registerRobots(app: App, { config, live }: { config: Config; live: LiveReader }): void {
  // While the release store is unavailable, there are no pages to exclude.
  const sessionPages = async () => {
    try {
      const channel = await live();
      return channel ? getSessionPaths(channel.document) : [];
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      return [];
    }
  };
  app.get('/robots.txt', { schema: { hide: true } }, async (request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(renderRobotsTxt(siteOrigin(config, request), [...PERSONAL_PATHS, ...(await sessionPages())])),
  );
}
