import { STORAGE_KEYS } from '@solvent/contracts';
import { readKey } from '@solvent/store';

/** The push token of this browser; empty where push is off (spec 3). */
export const deviceToken = (): string => readKey(STORAGE_KEYS.pushToken) ?? '';
