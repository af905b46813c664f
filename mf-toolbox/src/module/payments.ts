import { getRuntimeConfig } from '@solvent/http';

/** Returns whether paid modules can be bought here; true on servers without the setting. */
export const hasPayments = (): boolean => getRuntimeConfig().payments !== 'none';
