import { STORAGE_KEYS } from '@solvent/contracts';
import { getRuntimeConfig } from '@solvent/http';
import { createSharedStore, onKeyChange, readKey, useStore, writeKey } from '@solvent/store';

const RENEWED_AT_KEY = 'fcmTokenRenewedAt';

const store = createSharedStore<{ isOn: boolean }>('push', () => ({ isOn: false }));
// Set after creation: the initial state must match server-rendered pages.
store.setState({ isOn: readKey(STORAGE_KEYS.pushToken) !== null });
onKeyChange(STORAGE_KEYS.pushToken, (token) => store.setState({ isOn: token !== null }));

export const getPushToken = (): string | null => readKey(STORAGE_KEYS.pushToken);

/** Returns when the token was renewed (ms since the epoch), or 0 if unknown. */
export const getTokenRenewedAt = (): number => Date.parse(readKey(RENEWED_AT_KEY) ?? '') || 0;

/** Stores the token (product 3.1), or removes it with null; updates all tabs. */
export function saveToken(token: string | null): void {
  writeKey(STORAGE_KEYS.pushToken, token);
  writeKey(RENEWED_AT_KEY, token === null ? null : new Date().toISOString());
  store.setState({ isOn: token !== null });
}

const canReceive = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Returns whether push is configured and supported, and whether it is on. */
export function usePush(): { isAvailable: boolean; isOn: boolean } {
  const isOn = useStore(store, (state) => state.isOn);
  return { isAvailable: getRuntimeConfig().push !== undefined && canReceive(), isOn };
}
