import type { DeviceTokenBody } from '@solvent/contracts';
import { getErrorText, http } from '@solvent/http';
import { saveToken, getPushToken } from './push-state.ts';

const PERMISSION_BLOCKED = "Notifications are blocked for this site. Allow them in your browser's settings, then try again.";
const SETUP_FAILED = 'Push notifications could not be set up. Check your connection and try again.';

// Loaded on first use: the provider's code is large.
export const loadMessaging = () => import(/* webpackChunkName: "messaging" */ './messaging.ts');

/** `PUT /auth/device-token`. */
export async function registerToken(deviceToken: string | null): Promise<void> {
  const body: DeviceTokenBody = { deviceToken };
  await http.put('/auth/device-token', body);
}

async function requestPermission(): Promise<void> {
  const permission = Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  if (permission !== 'granted') throw new Error(PERMISSION_BLOCKED);
}

/** Deletes the token at the provider. On failure it expires, as the server no longer uses it. */
export async function releaseToken(): Promise<void> {
  const provider = await loadMessaging();
  await provider.deletePushToken();
}

/** Enables push on a click, which browsers require. @throws Error with a message for users */
export async function turnOnPush(): Promise<void> {
  await requestPermission();
  const token = await loadMessaging()
    .then((provider) => provider.requestToken())
    .catch((error: unknown) => {
      throw new Error(SETUP_FAILED, { cause: error });
    });
  try {
    await registerToken(token);
  } catch (error) {
    releaseToken().catch(() => undefined);
    throw new Error(getErrorText(error, SETUP_FAILED), { cause: error });
  }
  saveToken(token);
}

/** Stops push messages to this browser. @throws Error with a message for users */
export async function turnOffPush(): Promise<void> {
  if (getPushToken() === null) return;
  try {
    await registerToken(null);
  } catch (error) {
    throw new Error(getErrorText(error, 'Push notifications could not be turned off. Please try again.'), { cause: error });
  }
  saveToken(null);
  releaseToken().catch(() => undefined);
}
