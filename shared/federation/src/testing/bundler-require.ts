import type { BundlerRequire } from '../runtime/index.ts';

/** Creates a bundler runtime without loaders. @param own properties such as `consumesLoadingData` */
export const createBundlerRequire = (own: Partial<BundlerRequire> = {}): BundlerRequire => ({
  p: '',
  u: (chunkId) => `chunk-${chunkId}.0a1b2c3d4e.js`,
  c: {},
  m: {},
  f: {},
  ...own,
});
