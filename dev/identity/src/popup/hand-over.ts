import { escapeHtml } from '@solvent/federation/manifest';
import { popupPage } from './popup-page.ts';
import type { PopupPage } from './popup-page.ts';
import type { PopupRequest } from './popup-request.ts';
import type { ProviderAccount } from './provider-account.ts';

/** Gives the event to the frame that the SDK put into the page which opened this popup. The SDK then closes the popup. */
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

/** A GitHub login: letters, digits and hyphens. */
const buildLogin = (email: string): string => (email.split('@')[0] ?? '').replaceAll(/[^a-z\d]+/gi, '-');

/** Result of Firebase's own handler after a provider has responded, with the claims that the emulator accepts as a token. */
function authEvent(
  { authType, eventId, providerId }: PopupRequest,
  { sub, email, name, verified }: ProviderAccount,
  page: string,
) {
  const login = providerId === 'github.com' ? { screen_name: buildLogin(email) } : {};
  const claims = { sub, iss: '', aud: '', exp: 0, iat: 0, email, email_verified: verified, ...(name ? { name } : {}), ...login };
  const query = new URLSearchParams({ providerId, id_token: JSON.stringify(claims) });
  // Without spaces as "+": the SDK and the emulator read the query by the rules of addresses.
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

/** The page that ends the popup. @param page address of the popup's page, without its query */
export function handOver(request: PopupRequest, account: ProviderAccount, page: string): PopupPage {
  const { apiKey, appName } = request;
  const data = JSON.stringify({ request: { apiKey, appName }, event: authEvent(request, account, page) });
  const body = `<h1>Signing in…</h1>
<p data-event="${escapeHtml(data)}" data-lost hidden role="alert">The page that opened this window is gone. Close it and try again.</p>`;
  return popupPage(200, 'Signing in…', body, SCRIPT);
}
