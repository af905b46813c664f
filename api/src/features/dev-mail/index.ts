import type { Feature } from '../../platform/feature.ts';

/** Mail in development. */
export const devMailFeature: Feature = () => {};
