import { clearSession, getSession, onSessionChange } from './session.ts';
import { openTabChannel } from './tab-channel.ts';
import type { TabChannel } from './tab-channel.ts';

/** Tabs tell each other over it: the one that hears first empties the storage, and the others lose the session without a word. */
const CHANNEL = 'solvent.session-revoked';

const listeners = new Set<() => void>();
let channel: TabChannel<string> | undefined;
/** The session that this tab has or had last; none once its end was told. */
let lastToken = getSession().userData?.token;
/** The session that the person is ending in this tab. */
let expected: string | undefined;

onSessionChange(({ userData }) => {
  if (userData) lastToken = userData.token;
});

/** @returns whether it was this tab's session, and its end was news */
function end(token: string): boolean {
  if (token !== lastToken || token === expected) return false;
  lastToken = undefined;
  if (getSession().userData?.token === token) clearSession();
  listeners.forEach((listener) => listener());
  return true;
}

/**
 * Ends a session that the server has ended: in every tab of this browser, and tells each of them. Nothing happens for
 * another session than today's, nor while the person ends it here.
 */
export function revokeSession(token: string): void {
  if (end(token)) channel?.post(token);
}

/**
 * The person is about to end the present session in this tab: its end is no news here.
 *
 * @returns a function that takes it back, for when it could not be ended
 */
export function expectSessionEnd(): () => void {
  expected = getSession().userData?.token;
  return () => {
    expected = undefined;
  };
}

/**
 * Calls `listener` when the server has ended the session of this browser: a device signed out from elsewhere, a changed
 * password, a session that ran out. The shell listens, nobody else.
 *
 * @returns a function that stops listening
 */
export function onSessionRevoked(listener: () => void): () => void {
  listeners.add(listener);
  channel ??= openTabChannel<string>(CHANNEL, (token) => void end(token));
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    channel?.close();
    channel = undefined;
  };
}
