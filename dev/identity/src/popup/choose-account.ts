import { escapeHtml } from '@solvent/federation/manifest';
import { buildPage } from './popup-page.ts';
import type { PopupPage } from './popup-page.ts';
import { getProviderName } from './popup-request.ts';
import type { PopupRequest } from './popup-request.ts';
import type { ProviderAccount, TypedAccount } from './provider-account.ts';

const buildHiddenInputs = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}">`)
    .join('');

function buildAccountItem(request: PopupRequest, { sub, email, name }: ProviderAccount): string {
  const text = `${escapeHtml(name || '(No name)')}<span>${escapeHtml(email)}</span>`;
  return `<li><form>${buildHiddenInputs({ ...request, sub, email, name, verified: 1 })}<button class="account" name="do" value="sign-in">${text}</button></form></li>`;
}

function buildNewAccountForm(request: PopupRequest, { email, name, verified }: TypedAccount): string {
  return `<form>${buildHiddenInputs(request)}<button name="do" value="generate">Auto-generate user information</button></form>
<form>${buildHiddenInputs(request)}
<label>Email<input type="email" name="email" value="${escapeHtml(email)}" autocomplete="off" required></label>
<label>Name (optional)<input name="name" value="${escapeHtml(name)}" autocomplete="off"></label>
<label class="choice"><input type="checkbox" name="verified" value="1"${verified ? ' checked' : ''}>The provider has verified this address</label>
<button class="main" name="do" value="sign-in">Sign in with ${escapeHtml(getProviderName(request.providerId))}</button>
</form>`;
}

export interface AccountChoice {
  known: ProviderAccount[];
  typed: TypedAccount;
  /** Whether the form for a new account is expanded. */
  isFormOpen: boolean;
  problem?: string;
}

/** Builds the page of the popup: the accounts that signed in before, and a form for a new one. It works without scripts. */
export function buildAccountChoicePage(request: PopupRequest, { known, typed, isFormOpen, problem }: AccountChoice): PopupPage {
  const provider = escapeHtml(getProviderName(request.providerId));
  const list =
    known.length === 0
      ? `<p class="note">No ${provider} accounts exist in the emulator yet.</p>`
      : `<h2>Choose an account</h2><ul>${known.map((account) => buildAccountItem(request, account)).join('')}</ul>`;
  const body = `<h1>Sign in with ${provider}</h1>
<p class="note">This is a local emulator: nothing is asked of ${provider}, and every account here is made up.</p>
${problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>`}
${list}
<details${isFormOpen ? ' open' : ''}><summary>Add new account</summary>${buildNewAccountForm(request, typed)}</details>`;
  return buildPage(problem === undefined ? 200 : 400, `Sign in with ${getProviderName(request.providerId)} · emulator`, body);
}
