import type { DeviceTokenBody } from '@solvent/contracts';
import { getErrorText, http } from '@solvent/http';
import { saveToken, pushToken } from './push-state.ts';

const BLOCKED = "Notifications are blocked for this site. Allow them in your browser's settings, then try again.";
const NOT_REACHED = 'Push notifications could not be set up. Check your connection and try again.';

/** The provider's code is large: it comes with the first use. */
export const loadMessaging = () => import(/* webpackChunkName: "messaging" */ './messaging.ts');

/** `PUT /auth/device-token`: where this session's messages go. */
export async function registerToken(deviceToken: string | null): Promise<void> {
  const body: DeviceTokenBody = { deviceToken };
  await http.put('/auth/device-token', body);
}

async function askPermission(): Promise<void> {
  const answer = Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  if (answer !== 'granted') throw new Error(BLOCKED);
}

/** Has the provider forget this browser. Without an answer its token dies by itself: nobody sends to it any more. */
export async function releaseToken(): Promise<void> {
  const provider = await loadMessaging();
  await provider.deletePushToken();
}

/**
 * Asks the person for the permission, registers this browser, and tells the server. Call it from a click: browsers
 * refuse to ask otherwise.
 *
 * @throws Error whose message says to a person what stood in the way; push is off then
 */
export async function turnOnPush(): Promise<void> {
  await askPermission();
  const token = await loadMessaging()
    .then((provider) => provider.requestToken())
    .catch((error: unknown) => {
      throw new Error(NOT_REACHED, { cause: error });
    });
  try {
    await registerToken(token);
  } catch (error) {
    releaseToken().catch(() => undefined);
    throw new Error(getErrorText(error, NOT_REACHED), { cause: error });
  }
  saveToken(token);
}

/**
 * Stops push messages to this browser.
 *
 * @throws Error whose message says to a person that the server did not hear of it; push is still on then
 */
export async function turnOffPush(): Promise<void> {
  if (pushToken() === null) return;
  try {
    await registerToken(null);
  } catch (error) {
    throw new Error(getErrorText(error, 'Push notifications could not be turned off. Please try again.'), { cause: error });
  }
  saveToken(null);
  releaseToken().catch(() => undefined);
}
