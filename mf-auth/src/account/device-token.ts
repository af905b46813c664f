import { STORAGE_KEYS } from '@solvent/contracts';
import { readKey } from '@solvent/store';

/** The push token of this browser, where push is set up (spec 3). */
export const deviceToken = (): string | undefined => readKey(STORAGE_KEYS.pushToken) ?? undefined;
