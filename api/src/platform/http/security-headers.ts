import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, onSendAsyncHookHandler } from 'fastify';

export const CONTENT_REPORTS_PATH = '/csp-reports';

/** Browser features that no page uses. Chromium warns about unknown names. */
const DENIED_FEATURES =
  'accelerometer camera display-capture geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi payment screen-wake-lock serial usb xr-spatial-tracking';
const PERMISSIONS = DENIED_FEATURES.split(' ')
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Pages replace this content policy, under which nothing loads. Sign-in popups need `same-origin-allow-popups`. */
export async function registerSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    hsts: { maxAge: 63_072_000, includeSubDomains: true },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS);
  });
}

const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** Saves 0.8 kB on scripts, styles and fonts, where browsers ignore these headers. */
export function removeDocumentHeaders(reply: FastifyReply): void {
  for (const name of DOCUMENT_HEADERS) reply.removeHeader(name);
}

/** Disables caching of API responses, which are private or change often, unless the route sets `cache-control`. */
export const defaultToNoStore: onSendAsyncHookHandler = async (_request, reply, payload) => {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  return payload;
};

/** Clears cached conversation files; for responses that sign out. Keeps `storage`, which has the theme, drafts and queued messages. */
export const clearBrowserCache = (reply: FastifyReply): FastifyReply => reply.header('clear-site-data', '"cache"');
