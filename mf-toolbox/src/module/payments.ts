import { getRuntimeConfig } from '@solvent/http';

/** Whether modules with a price can be bought in this deployment. A server that is older than the setting sells. */
export const hasPayments = (): boolean => getRuntimeConfig().payments !== 'none';
