import { DeliveryError } from '@solvent/releases';
import { DAY_MS } from '../../platform/durations.ts';
import type { Feature } from '../../platform/http/app.ts';
import { siteOrigin } from '../../platform/http/request-headers.ts';
import type { Deps } from './deps.ts';
import type { LiveReader } from './live-channel.ts';

const PREVIEW_PATHS = ['/api/problems/*/card.png', '/api/modules/*/card.png', '/api/auth/profile/*/card.png'];

/** Personal pages whose paths do not require a session. */
const PERSONAL_PATHS = ['/finishSignUp', '/problem/discussion', '/reset-password'];

/** Matches a page with any query, but no page below it: /profile is personal, /profile/:id is public. */
function disallowPage(path: string): string[] {
  const pattern = path.replaceAll(/:\w+/g, '*');
  return [`Disallow: ${pattern}$`, `Disallow: ${pattern}?`];
}

/** Renders robots.txt, in which the longest matching rule applies (RFC 9309). */
const renderRobotsTxt = (origin: string, pages: string[]): string[] => [
  'User-agent: *',
  'Disallow: /api/',
  ...PREVIEW_PATHS.map((path) => `Allow: ${path}$`),
  'Disallow: /dev/',
  ...pages.toSorted().flatMap(disallowPage),
  '',
  `Sitemap: ${origin}/sitemap.xml`,
];

/** Reads the paths to exclude. Returns an empty list while the release store is unavailable, because there are no pages then. */
async function readSessionPaths(readLive: LiveReader): Promise<string[]> {
  try {
    const channel = await readLive();
    return channel?.document.remotes.flatMap(({ paths }) => paths.flatMap(({ session, path }) => (session ? [path] : []))) ?? [];
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return [];
  }
}

const SECURITY_PATH = '/.well-known/security.txt';

/** Must be less than a year (RFC 9116, 2.5.5). */
const VALIDITY_DAYS = 180;

/** Returns the expiry, rounded to midnight UTC so that all servers send the same file. */
const getExpiry = (now: number): string => new Date((Math.floor(now / DAY_MS) + VALIDITY_DAYS) * DAY_MS).toISOString();

/** `GET /robots.txt`, and `GET /.well-known/security.txt` (RFC 9116) if SECURITY_CONTACT is set. */
export const textFilesFeature: Feature<Deps> = (app, { config, readLiveChannel }) => {
  const { securityContact, publicUrl } = config;
  const route = (path: string, list: (origin: string) => string[] | Promise<string[]>) =>
    app.get(path, { schema: { hide: true } }, async (request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type('text/plain; charset=utf-8')
        .send(`${(await list(siteOrigin(config, request))).join('\n')}\n`),
    );
  route('/robots.txt', async (origin) =>
    renderRobotsTxt(origin, [...PERSONAL_PATHS, ...(await readSessionPaths(readLiveChannel))]),
  );
  if (securityContact === undefined) return;
  route(SECURITY_PATH, () => [
    `Contact: ${securityContact}`,
    `Expires: ${getExpiry(Date.now())}`,
    'Preferred-Languages: en',
    // The request's host header is not trustworthy.
    ...(publicUrl?.startsWith('https:') ? [`Canonical: ${publicUrl}${SECURITY_PATH}`] : []),
  ]);
};
