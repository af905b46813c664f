import type { Feature } from '../../platform/http/app.ts';
import type { Deps } from './deps.ts';
import { DAY_MS } from '../../platform/durations.ts';

/** RFC 9116, 2.5.5: less than a year. */
const VALIDITY_DAYS = 180;

/** Rounded to midnight UTC, so that all servers send the same file. */
const getExpiry = (now: number): string => new Date((Math.floor(now / DAY_MS) + VALIDITY_DAYS) * DAY_MS).toISOString();

const PATH = '/.well-known/security.txt';

/** `GET /.well-known/security.txt` (RFC 9116), if SECURITY_CONTACT is set. */
export const securityContactFeature: Feature<Deps> = (app, { config: { securityContact, publicUrl } }) => {
  if (securityContact === undefined) return;
  app.get(PATH, { schema: { hide: true } }, (_request, reply) => {
    const lines = [`Contact: ${securityContact}`, `Expires: ${getExpiry(Date.now())}`, 'Preferred-Languages: en'];
    // The request's host header is not trustworthy.
    if (publicUrl?.startsWith('https:')) lines.push(`Canonical: ${publicUrl}${PATH}`);
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
};
