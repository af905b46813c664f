import type { STORAGE_KEYS } from '@solvent/contracts';
import * as storage from './browser-storage.ts';

/** Key of one package. `pnpm delivery publish` rejects a key that another live remote uses. */
export type OwnKey = `solvent.${string}`;

// Keys shared by packages (product 3.1), and older ones. Session and theme have their own setters.
type SharedKey =
  | Exclude<(typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS], 'user' | 'theme'>
  | 'canary'
  | 'fcmTokenRenewedAt'
  | 'notificationSoundPlayed';

export type StorageKey = OwnKey | SharedKey;

type Area = Parameters<typeof storage.readKey>[1];

export const readKey: (key: StorageKey, area?: Area) => string | null = storage.readKey;
export const writeKey: (key: StorageKey, value: string | null, area?: Area) => void = storage.writeKey;
export const onKeyChange: (key: StorageKey, listener: storage.KeyListener) => () => void = storage.onKeyChange;
