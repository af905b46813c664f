import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, onSendAsyncHookHandler } from 'fastify';

/** Under /api: where browsers tell what a page's content policy stopped. */
export const CONTENT_REPORTS_PATH = '/csp-reports';

/** What no page of the product asks a browser for, and so no script that got in may. Chromium complains of a name that it does not know. */
const DENIED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const PERMISSIONS = DENIED.map((feature) => `${feature}=()`).join(', ');

/**
 * The headers of every answer. The content policy here is that of answers which are no page: nothing
 * may load. Pages send their own. Popups of sign-in need `same-origin-allow-popups`.
 */
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

/** Headers that say what a document may do, its frames and its links, and how its host is to be asked. */
const OF_DOCUMENTS = [
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

/** Leaves out 0.8 kB that tell a browser nothing where it has asked for a script, a style or a font. */
export function removeDocumentHeaders(reply: FastifyReply): void {
  for (const name of OF_DOCUMENTS) reply.removeHeader(name);
}

/**
 * No answer of the API is kept by a browser or on the way, unless its route says how long: what one person is told is nobody
 * else's, and lists are asked for anew anyway.
 */
export const defaultToNoStore: onSendAsyncHookHandler = async (_request, reply, payload) => {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  return payload;
};

/**
 * For the answer after which a browser's person is signed out: it forgets the files of conversations that it was shown. Not
 * `storage`, where theme, drafts and messages that wait to be sent are, nor `cookies`, of which there are none.
 */
export const clearBrowserCache = (reply: FastifyReply): FastifyReply => reply.header('clear-site-data', '"cache"');
