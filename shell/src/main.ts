import { loadChunksOf } from '@solvent/federation/runtime';
import type { BundlerRequire, FederationScript } from '@solvent/federation/runtime';
import { addressToAskAt } from './remotes/overrides/kept-overrides.ts';

declare const __webpack_require__: BundlerRequire;

loadChunksOf(__webpack_require__, document.currentScript as FederationScript); // it is a classic script
const address = addressToAskAt(location.href);
// In a chunk of its own, so that this one, whose bytes every release changes, stays small.
if (address === undefined) void import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx');
else location.replace(address);
