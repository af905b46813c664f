import { escapeHtml } from '@solvent/federation/manifest';
import { popupPage } from './popup-page.ts';
import type { PopupPage } from './popup-page.ts';
import { providerName } from './popup-request.ts';
import type { PopupRequest } from './popup-request.ts';
import type { ProviderAccount, TypedAccount } from './provider-account.ts';

const hidden = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}">`)
    .join('');

function accountItem(request: PopupRequest, { sub, email, name }: ProviderAccount): string {
  const text = `${escapeHtml(name || '(No name)')}<span>${escapeHtml(email)}</span>`;
  return `<li><form>${hidden({ ...request, sub, email, name, verified: 1 })}<button class="account" name="do" value="sign-in">${text}</button></form></li>`;
}

function newAccountForm(request: PopupRequest, { email, name, verified }: TypedAccount): string {
  return `<form>${hidden(request)}<button name="do" value="generate">Auto-generate user information</button></form>
<form>${hidden(request)}
<label>Email<input type="email" name="email" value="${escapeHtml(email)}" autocomplete="off" required></label>
<label>Name (optional)<input name="name" value="${escapeHtml(name)}" autocomplete="off"></label>
<label class="choice"><input type="checkbox" name="verified" value="1"${verified ? ' checked' : ''}>The provider has verified this address</label>
<button class="main" name="do" value="sign-in">Sign in with ${escapeHtml(providerName(request.providerId))}</button>
</form>`;
}

/** Values of the page besides the request. */
export interface Choice {
  known: ProviderAccount[];
  typed: TypedAccount;
  /** Whether the form is what the person is at. */
  isFormOpen: boolean;
  problem?: string;
}

/** The popup's page: the accounts that signed in before, and a form for a new one. It works without script. */
export function chooseAccount(request: PopupRequest, { known, typed, isFormOpen, problem }: Choice): PopupPage {
  const provider = escapeHtml(providerName(request.providerId));
  const list =
    known.length === 0
      ? `<p class="note">No ${provider} accounts exist in the emulator yet.</p>`
      : `<h2>Choose an account</h2><ul>${known.map((account) => accountItem(request, account)).join('')}</ul>`;
  const body = `<h1>Sign in with ${provider}</h1>
<p class="note">This is a local emulator: nothing is asked of ${provider}, and every account here is made up.</p>
${problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>`}
${list}
<details${isFormOpen ? ' open' : ''}><summary>Add new account</summary>${newAccountForm(request, typed)}</details>`;
  return popupPage(problem === undefined ? 200 : 400, `Sign in with ${providerName(request.providerId)} · emulator`, body);
}
