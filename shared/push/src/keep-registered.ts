import { PUSH } from '@solvent/contracts';
import { getSession, onSessionChange } from '@solvent/store';
import { saveToken, getPushToken, getTokenRenewedAt } from './push-state.ts';
import { releaseToken, loadMessaging, registerToken } from './registration.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Stops messages to this browser. The server dropped the token with the session. */
function unregister(): void {
  if (getPushToken() === null) return;
  saveToken(null);
  releaseToken().catch(() => undefined);
}

/** Renews the token, which the provider may have changed (product 9.3). */
async function renew(): Promise<void> {
  const token = await (await loadMessaging()).requestToken();
  await registerToken(token);
  saveToken(token);
}

function check(): void {
  if (getPushToken() === null) return;
  if (!getSession().isLogin || Notification.permission !== 'granted') return unregister();
  if (Date.now() - getTokenRenewedAt() < PUSH.refreshAfterDays * DAY_MS) return;
  // The old token works until the provider drops it; the next start tries again.
  renew().catch((error: unknown) => console.info('Push: the token was not renewed.', error));
}

/** Renews the registration after seven days, and removes it at sign-out. The shell calls it once. @returns stops it */
export function startPush(): () => void {
  check();
  return onSessionChange((now) => {
    if (!now.isLogin) unregister();
  });
}
