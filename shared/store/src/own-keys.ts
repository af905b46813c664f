import type { STORAGE_KEYS } from '@solvent/contracts';
import * as storage from './browser-storage.ts';

/** A key that one package owns. `pnpm delivery publish` refuses a key of another live remote. */
export type OwnKey = `solvent.${string}`;

/**
 * Keys that packages share (product 3.1), and some older ones without the prefix of own keys. The session and the theme are
 * excluded: only `saveUser` and `toggleTheme` write them.
 */
type SharedKey =
  | Exclude<(typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS], 'user' | 'theme'>
  | 'canary'
  | 'fcmTokenRenewedAt'
  | 'notificationSoundPlayed';

export type StorageKey = OwnKey | SharedKey;

type Area = Parameters<typeof storage.readKey>[1];

export const readKey: (key: StorageKey, area?: Area) => string | null = storage.readKey;
export const writeKey: (key: StorageKey, value: string | null, area?: Area) => void = storage.writeKey;
export const onKeyChange: (key: StorageKey, listener: (value: string | null) => void) => () => void = storage.onKeyChange;
