import type { Feature } from '../../feature.ts';
import { DAY_MS } from '../../platform/durations.ts';

/** A file says so long that it holds; it is made anew each time it is asked for (RFC 9116, 2.5.5: less than a year). */
const VALIDITY_DAYS = 180;

/** Midnight in UTC: of one day all servers say the same. */
const getExpiry = (now: number): string => new Date((Math.floor(now / DAY_MS) + VALIDITY_DAYS) * DAY_MS).toISOString();

const PATH = '/.well-known/security.txt';

/** `GET /.well-known/security.txt` (RFC 9116): where SECURITY_CONTACT says who hears of weaknesses; else there is none. */
export const securityContactFeature: Feature = (app, { config: { securityContact, publicUrl } }) => {
  if (securityContact === undefined) return;
  app.get(PATH, { schema: { hide: true } }, (_request, reply) => {
    const lines = [`Contact: ${securityContact}`, `Expires: ${getExpiry(Date.now())}`, 'Preferred-Languages: en'];
    // Of which site it is, nobody but the settings can say: the host of a request is what its sender says.
    if (publicUrl?.startsWith('https:')) lines.push(`Canonical: ${publicUrl}${PATH}`);
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
};
