import type { Feature } from '../../platform/feature.ts';

/** Accounts and sessions. */
export const authFeature: Feature = () => {};
