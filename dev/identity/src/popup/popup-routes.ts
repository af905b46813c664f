import type { ProjectState } from 'firebase-tools/lib/emulator/auth/server.js';
import { chooseAccount } from './choose-account.ts';
import { framePage } from './frame-page.ts';
import { handOver } from './hand-over.ts';
import { popupPage } from './popup-page.ts';
import type { PopupPage } from './popup-page.ts';
import { readPopupRequest } from './popup-request.ts';
import { buildAccount, EMPTY_ACCOUNT, generateAccount, newSub, readTyped } from './provider-account.ts';

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function popup(url: URL, state: ProjectState | undefined): PopupPage {
  const { searchParams: query } = url;
  const request = readPopupRequest(query);
  if (!request)
    return popupPage(400, 'Nothing to sign in to', '<h1>Nothing to sign in to</h1><p>Open this page from Solvent.</p>');
  const known = (state?.listProviderInfosByProviderId(request.providerId) ?? []).map(buildAccount);
  const action = query.get('do');
  if (action === null) return chooseAccount(request, { known, typed: EMPTY_ACCOUNT, isFormOpen: known.length === 0 });
  if (action === 'generate') return chooseAccount(request, { known, typed: generateAccount(), isFormOpen: true });
  const typed = readTyped(query);
  if (!ADDRESS.test(typed.email))
    return chooseAccount(request, { known, typed, isFormOpen: true, problem: 'Enter a whole email address.' });
  return handOver(request, { ...typed, sub: query.get('sub') ?? newSub() }, url.origin + url.pathname);
}

/**
 * The emulator's pages that the SDK opens for a popup, in place of Firebase's own, which need scripts, styles and fonts
 * from the internet. Undefined for other addresses.
 */
export function buildPopupPage(url: URL, state: ProjectState | undefined): PopupPage | undefined {
  if (url.pathname === '/emulator/auth/iframe') return framePage();
  return url.pathname === '/emulator/auth/handler' ? popup(url, state) : undefined;
}
