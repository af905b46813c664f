import { clearSession, getSession, onSessionChange } from './session.ts';
import { openTabChannel } from './tab-channel.ts';
import type { TabChannel } from './tab-channel.ts';

/** Sends the reason to other tabs, which otherwise only notice that the first tab has cleared the storage. */
const CHANNEL = 'solvent.session-revoked';

const listeners = new Set<() => void>();
let channel: TabChannel<string> | undefined;
/** Current or last session of this tab; undefined once its end was reported. */
let lastToken = getSession().userData?.token;
/** Session that the user is ending in this tab. */
let expectedToken: string | undefined;

onSessionChange(({ userData }) => {
  if (userData) lastToken = userData.token;
});

/** @returns false if it is another session, or its end was expected or already reported */
function endSession(token: string): boolean {
  if (token !== lastToken || token === expectedToken) return false;
  lastToken = undefined;
  if (getSession().userData?.token === token) clearSession();
  listeners.forEach((listener) => listener());
  return true;
}

/** Ends a session that the server has ended, and notifies every tab. Ignores other sessions, and a sign-out in progress. */
export function revokeSession(token: string): void {
  if (endSession(token)) channel?.post(token);
}

/** Suppresses the report while the user signs out. @returns undoes it, for a failed sign-out */
export function expectSessionEnd(): () => void {
  expectedToken = getSession().userData?.token;
  return () => {
    expectedToken = undefined;
  };
}

/** Calls `listener` when the server has ended the session; only for the shell. @returns unsubscribe */
export function onSessionRevoked(listener: () => void): () => void {
  listeners.add(listener);
  channel ??= openTabChannel<string>(CHANNEL, (token) => void endSession(token));
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    channel?.close();
    channel = undefined;
  };
}
