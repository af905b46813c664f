import type { RuntimeConfig } from '@solvent/contracts';
import { CONTENT_REPORTS_PATH } from '../../platform/http/security-headers.ts';

const IDENTITY_SERVICES = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

const PUSH_SERVICES = ['https://fcmregistrations.googleapis.com', 'https://firebaseinstallations.googleapis.com'];

const ANALYTICS = ['https://www.googletagmanager.com', 'https://*.google-analytics.com'];
const ANALYTICS_SERVICES = ['https://firebase.googleapis.com', 'https://firebaseinstallations.googleapis.com', ...ANALYTICS];

const REPORTS_PATH = `/api${CONTENT_REPORTS_PATH}`;
const REPORTS_GROUP = 'csp';

/** Value of the header that defines the policy's `report-to` group. */
export const REPORTING_ENDPOINTS = `${REPORTS_GROUP}="${REPORTS_PATH}"`;

/** @param assetsUrl serves styles, fonts and pictures of releases */
export function buildContentPolicy(
  nonce: string,
  { identity, push, analytics }: RuntimeConfig,
  devOrigins: string[],
  assetsUrl?: string,
): string {
  // Includes its path, since the host may serve files of others.
  const assets = assetsUrl === undefined ? [] : [`${assetsUrl}/`];
  const frames = identity.emulatorUrl ?? `https://${identity.authDomain}`;
  const services = [
    ...(identity.emulatorUrl ? [identity.emulatorUrl] : IDENTITY_SERVICES),
    ...(push ? PUSH_SERVICES : []),
    ...(analytics ? ANALYTICS_SERVICES : []),
  ];
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'"],
    'style-src': ["'self'", `'nonce-${nonce}'`, ...assets, ...devOrigins],
    'connect-src': ["'self'", ...new Set(services), ...devOrigins, ...devOrigins.map(toSocketOrigin)],
    'img-src': ["'self'", 'data:', 'blob:', ...(analytics ? ANALYTICS : []), ...assets, ...devOrigins],
    'font-src': ["'self'", ...assets, ...devOrigins],
    'media-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-src': [frames],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // For Firefox and Safari.
    'report-uri': [REPORTS_PATH],
    'report-to': [REPORTS_GROUP],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

const toSocketOrigin = (origin: string) => origin.replace(/^http/, 'ws');
