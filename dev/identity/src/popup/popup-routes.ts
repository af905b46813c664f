import type { ProjectState } from 'firebase-tools/lib/emulator/auth/server.js';
import { buildAccountChoicePage } from './choose-account.ts';
import { buildFramePage } from './frame-page.ts';
import { buildHandOverPage } from './hand-over.ts';
import { buildPage } from './popup-page.ts';
import type { PopupPage } from './popup-page.ts';
import { readPopupRequest } from './popup-request.ts';
import { toProviderAccount, EMPTY_ACCOUNT, generateAccount, createSub, readTypedAccount } from './provider-account.ts';

const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function buildHandlerPage(url: URL, state: ProjectState | undefined): PopupPage {
  const { searchParams: query } = url;
  const request = readPopupRequest(query);
  if (!request)
    return buildPage(400, 'Nothing to sign in to', '<h1>Nothing to sign in to</h1><p>Open this page from Solvent.</p>');
  const known = (state?.listProviderInfosByProviderId(request.providerId) ?? []).map(toProviderAccount);
  const action = query.get('do');
  if (action === null) return buildAccountChoicePage(request, { known, typed: EMPTY_ACCOUNT, isFormOpen: known.length === 0 });
  if (action === 'generate') return buildAccountChoicePage(request, { known, typed: generateAccount(), isFormOpen: true });
  const typed = readTypedAccount(query);
  if (!EMAIL_PATTERN.test(typed.email))
    return buildAccountChoicePage(request, { known, typed, isFormOpen: true, problem: 'Enter a whole email address.' });
  return buildHandOverPage(request, { ...typed, sub: query.get('sub') ?? createSub() }, url.origin + url.pathname);
}

/**
 * Builds the pages that the SDK opens for a popup. They replace those of Firebase, which load scripts, styles and fonts from the
 * internet.
 * @returns undefined for other paths
 */
export function buildPopupPage(url: URL, state: ProjectState | undefined): PopupPage | undefined {
  if (url.pathname === '/emulator/auth/iframe') return buildFramePage();
  return url.pathname === '/emulator/auth/handler' ? buildHandlerPage(url, state) : undefined;
}
