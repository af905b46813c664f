import type { RuntimeConfig } from '@solvent/contracts';
import { CONTENT_REPORTS_PATH } from '../../platform/http/security-headers.ts';

/** Where Firebase proves e-mail addresses and identities in production. */
const IDENTITY_SERVICES = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

/** What registers a browser for push messages. */
const PUSH_SERVICES = ['https://fcmregistrations.googleapis.com', 'https://firebaseinstallations.googleapis.com'];

/** Where analytics read their settings, and send what they count. */
const ANALYTICS_SERVICES = [
  'https://firebase.googleapis.com',
  'https://firebaseinstallations.googleapis.com',
  'https://www.googletagmanager.com',
  'https://*.google-analytics.com',
];

const REPORTS_PATH = `/api${CONTENT_REPORTS_PATH}`;
const REPORTS_GROUP = 'csp';

/** The header that says what the policy's `report-to` means. */
export const REPORTING_ENDPOINTS = `${REPORTS_GROUP}="${REPORTS_PATH}"`;

const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i;

export interface PageRequest {
  protocol: string;
  host: string;
}

/**
 * The content policy of a page: scripts run by nonce only, and what they load themselves; no
 * `unsafe-eval`, no inline script without the nonce.
 *
 * @param devOrigins dev servers whose files the page takes, in development
 * @param assetsUrl another place that it has styles, fonts and pictures of releases from: scripts from there run as all do
 */
export function buildContentPolicy(
  nonce: string,
  { identity, push, analytics }: RuntimeConfig,
  request: PageRequest,
  devOrigins: string[],
  assetsUrl?: string,
): string {
  // With the path that it may have: others may have files on the same host.
  const assets = assetsUrl === undefined ? [] : [`${assetsUrl}/`];
  const frames = identity.emulatorUrl ?? `https://${identity.authDomain}`;
  const services = [
    ...(identity.emulatorUrl ? [identity.emulatorUrl] : IDENTITY_SERVICES),
    ...(push ? PUSH_SERVICES : []),
    ...(analytics ? ANALYTICS_SERVICES : []),
  ];
  const pixels = analytics ? ['https://www.googletagmanager.com', 'https://*.google-analytics.com'] : [];
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'"],
    'style-src': ["'self'", `'nonce-${nonce}'`, ...assets, ...devOrigins],
    'connect-src': ["'self'", ...socketOrigin(request), ...new Set(services), ...devOrigins, ...devOrigins.map(toSocketOrigin)],
    'img-src': ["'self'", 'data:', 'blob:', ...pixels, ...assets, ...devOrigins],
    'font-src': ["'self'", ...assets, ...devOrigins],
    'media-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-src': [frames],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // Firefox and Safari know the older one.
    'report-uri': [REPORTS_PATH],
    'report-to': [REPORTS_GROUP],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Browsers from before 2023 do not count the page's own socket as 'self'. The host is what the caller says it is. */
function socketOrigin({ protocol, host }: PageRequest): string[] {
  return HOST.test(host) ? [`${protocol === 'https' ? 'wss' : 'ws'}://${host}`] : [];
}

const toSocketOrigin = (origin: string) => origin.replace(/^http/, 'ws');
