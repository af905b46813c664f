import { DeliveryError } from '@solvent/releases';
import type { ChannelDocument } from '@solvent/federation/manifest';
import type { Config } from '../../platform/config/config.ts';
import type { App } from '../../platform/http/app.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import type { LiveReader } from './live-channel.ts';

/** The pictures of link previews (features/previews): all that crawlers take of the API. */
const PREVIEW_PATHS = ['/api/problems/*/card.png', '/api/modules/*/card.png', '/api/auth/profile/*/card.png'];

/** Pages of one person alone that say so only once they are there. */
const PERSONAL_PATHS = ['/finishSignUp', '/problem/discussion', '/reset-password'];

/** The pages for which the live remotes want a session. */
const getSessionPaths = ({ remotes }: ChannelDocument): string[] =>
  remotes.flatMap(({ paths }) => paths.filter(({ session }) => session).map(({ path }) => path));

/** A page alone, whatever its query, and none below it: /profile is one's own, /profile/:id is everybody's. */
function disallowPage(path: string): string[] {
  const pattern = path.replaceAll(/:\w+/g, '*');
  return [`Disallow: ${pattern}$`, `Disallow: ${pattern}?`];
}

/** By RFC 9309: of the rules that match, the longest counts. */
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

/** `GET /robots.txt`: crawlers are welcome to what everybody may see. */
export function registerRobots(app: App, { config, live }: { config: Config; live: LiveReader }): void {
  /** While the release store is silent, nobody sees pages anyway. */
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
