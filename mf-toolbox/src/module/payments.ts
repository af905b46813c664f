import { getRuntimeConfig } from '@solvent/http';

/** Returns whether paid modules can be bought here. Servers without the setting sell. */
export const hasPayments = (): boolean => getRuntimeConfig().payments !== 'none';
