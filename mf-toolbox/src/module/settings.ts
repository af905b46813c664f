import { getRuntimeConfig } from '@solvent/http';

/** Returns whether paid modules can be bought here; true on servers without the setting. */
export const hasPayments = (): boolean => getRuntimeConfig().payments !== 'none';

/** Returns whether the team reviews modules before they are published (product 4.17). */
export const isReviewedByTeam = (): boolean => getRuntimeConfig().moduleReview === 'manual';
