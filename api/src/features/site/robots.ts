import { DeliveryError } from '@solvent/releases';
import type { Config } from '../../platform/config/config.ts';
import type { App } from '../../platform/http/app.ts';
import { siteOrigin } from '../../platform/http/request-headers.ts';
import type { LiveReader } from './live-channel.ts';

const PREVIEW_PATHS = ['/api/problems/*/card.png', '/api/modules/*/card.png', '/api/auth/profile/*/card.png'];

/** Personal pages whose paths do not require a session. */
const PERSONAL_PATHS = ['/finishSignUp', '/problem/discussion', '/reset-password'];

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

/** None while the release store is unavailable, since there are no pages to exclude then. */
async function readSessionPaths(live: LiveReader): Promise<string[]> {
  try {
    const channel = await live();
    return channel?.document.remotes.flatMap(({ paths }) => paths.flatMap(({ session, path }) => (session ? [path] : []))) ?? [];
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return [];
  }
}

export function registerRobots(app: App, { config, live }: { config: Config; live: LiveReader }): void {
  app.get('/robots.txt', { schema: { hide: true } }, async (request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(renderRobotsTxt(siteOrigin(config, request), [...PERSONAL_PATHS, ...(await readSessionPaths(live))])),
  );
}
