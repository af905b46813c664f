import { escapeHtml } from '@solvent/federation/manifest';
import { buildPage } from './popup-page.ts';
import type { PopupPage } from './popup-page.ts';
import type { PopupRequest } from './popup-request.ts';
import type { ProviderAccount } from './provider-account.ts';

/** Posts the event to the frame that the SDK added to the page which opened this popup. The SDK then closes the popup. */
const SCRIPT = `
const { request, event } = JSON.parse(document.querySelector('[data-event]').dataset.event);
const isOurs = (frame) => {
  try {
    const query = new URLSearchParams(frame.location.search);
    return query.get('apiKey') === request.apiKey && query.get('appName') === request.appName;
  } catch {
    return false; // A frame of another origin.
  }
};
const frames = window.opener ? Array.from({ length: window.opener.frames.length }, (_, at) => window.opener.frames[at]) : [];
const frame = frames.find(isOurs);
if (frame) frame.postMessage({ type: 'solvent-auth-event', event }, location.origin);
else document.querySelector('[data-lost]').hidden = false;
`;

/** Builds a GitHub login, which has only letters, digits and hyphens. */
const buildLogin = (email: string): string => (email.split('@')[0] ?? '').replaceAll(/[^a-z\d]+/gi, '-');

/**
 * Builds the event of Firebase's own handler after a response of the provider, with the claims that the emulator accepts instead of
 * a token.
 */
function createAuthEvent(
  { authType, eventId, providerId }: PopupRequest,
  { sub, email, name, verified }: ProviderAccount,
  page: string,
) {
  const login = providerId === 'github.com' ? { screen_name: buildLogin(email) } : {};
  const claims = { sub, iss: '', aud: '', exp: 0, iat: 0, email, email_verified: verified, ...(name ? { name } : {}), ...login };
  const query = new URLSearchParams({ providerId, id_token: JSON.stringify(claims) });
  // Encodes spaces as `%20`, because the SDK and the emulator do not decode "+".
  const urlResponse = `${page}?${query.toString().replaceAll('+', '%20')}`;
  return {
    type: authType,
    eventId,
    urlResponse,
    sessionId: 'not-used-by-the-emulator',
    postBody: '',
    tenantId: null,
    error: null,
  };
}

/** Builds the page that ends the popup. @param page URL of the popup page without its query */
export function buildHandOverPage(request: PopupRequest, account: ProviderAccount, page: string): PopupPage {
  const { apiKey, appName } = request;
  const data = JSON.stringify({ request: { apiKey, appName }, event: createAuthEvent(request, account, page) });
  const body = `<h1>Signing in…</h1>
<p data-event="${escapeHtml(data)}" data-lost hidden role="alert">The page that opened this window is gone. Close it and try again.</p>`;
  return buildPage(200, 'Signing in…', body, SCRIPT);
}
