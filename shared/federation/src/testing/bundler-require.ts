import type { BundlerRequire } from '../runtime/index.ts';

/** A build's require before anything is attached to it. @param own what the build has, such as `consumesLoadingData` */
export const createBundlerRequire = (own: Partial<BundlerRequire> = {}): BundlerRequire => ({
  p: '',
  u: (chunkId) => `chunk-${chunkId}.0a1b2c3d4e.js`,
  c: {},
  m: {},
  f: {},
  ...own,
});
