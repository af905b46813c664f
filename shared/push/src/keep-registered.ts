import { PUSH } from '@solvent/contracts';
import { getSession, onSessionChange } from '@solvent/store';
import { saveToken, pushToken, getTokenRenewedAt } from './push-state.ts';
import { releaseToken, loadMessaging, registerToken } from './registration.ts';

const DAY = 24 * 3600 * 1000;

/** Nobody is signed in: this browser gets no more messages. The server lost the token with the session. */
function giveBack(): void {
  if (pushToken() === null) return;
  saveToken(null);
  releaseToken().catch(() => undefined);
}

/** The provider may have changed the token meanwhile; the server is told the present one (product 9.3). */
async function renew(): Promise<void> {
  const token = await (await loadMessaging()).requestToken();
  await registerToken(token);
  saveToken(token);
}

function check(): void {
  if (pushToken() === null) return;
  if (!getSession().isLogin || Notification.permission !== 'granted') return giveBack();
  if (Date.now() - getTokenRenewedAt() < PUSH.refreshAfterDays * DAY) return;
  // The old token goes on working until the provider drops it; the next start tries again.
  renew().catch((error: unknown) => console.info('Push: the token was not renewed.', error));
}

/**
 * Keeps this browser's registration true: renewed after seven days, given back at sign-out. The shell calls it, once.
 *
 * @returns a function that stops it
 */
export function startPush(): () => void {
  check();
  return onSessionChange((now) => {
    if (!now.isLogin) giveBack();
  });
}
