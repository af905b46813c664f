import { STORAGE_KEYS } from '@solvent/contracts';
import { getRuntimeConfig } from '@solvent/http';
import { createSharedStore, onKeyChange, readKey, writeKey } from '@solvent/store';
import { useSyncExternalStore } from 'react';

/** When the token was last asked for: it is renewed by age (product 9.3). */
const RENEWED_AT = 'fcmTokenRenewedAt';

const store = createSharedStore<{ isOn: boolean }>('push', () => ({ isOn: false }));
// After the initial state, which is that of the server's pages.
store.setState({ isOn: readKey(STORAGE_KEYS.pushToken) !== null });
onKeyChange(STORAGE_KEYS.pushToken, (token) => store.setState({ isOn: token !== null }));

/** The token of this browser, or null while push is off. */
export const pushToken = (): string | null => readKey(STORAGE_KEYS.pushToken);

/** When the token was last renewed, in ms since 1970; 0 if nobody knows. */
export const getTokenRenewedAt = (): number => Date.parse(readKey(RENEWED_AT) ?? '') || 0;

/** Keeps the token (product 3.1: under `fcmToken`), or forgets it with null. All tabs hear of it. */
export function saveToken(token: string | null): void {
  writeKey(STORAGE_KEYS.pushToken, token);
  writeKey(RENEWED_AT, token === null ? null : new Date().toISOString());
  store.setState({ isOn: token !== null });
}

const canReceive = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether push is configured here and this browser can do it, and whether the person has turned it on. */
export function usePush(): { isAvailable: boolean; isOn: boolean } {
  const isOn = useSyncExternalStore(store.subscribe, () => store.getState().isOn);
  return { isAvailable: getRuntimeConfig().push !== undefined && canReceive(), isOn };
}
