import type { STORAGE_KEYS } from '@solvent/contracts';
import * as storage from './browser-storage.ts';

/** A key of one's own. `pnpm delivery publish` refuses one that another live remote has. */
export type OwnKey = `solvent.${string}`;

/**
 * Keys that packages share (product 3.1), and some from before own keys began alike. The session and the theme are not among them:
 * `saveUser` and `toggleTheme` write these.
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
