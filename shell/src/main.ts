import { FAILURE_ELEMENT_ID } from '@solvent/federation/manifest';
import { loadChunksOf } from '@solvent/federation/runtime';
import type { BundlerRequire, FederationScript } from '@solvent/federation/runtime';
import { addressToAskAt } from './remotes/overrides/kept-overrides.ts';
import { retry } from './remotes/retry.ts';

declare const __webpack_require__: BundlerRequire;

// In a chunk of its own, so that this one, whose bytes every release changes, stays small.
const loadBootstrap = () => import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx');

/** The page says by itself that Solvent could not be loaded, and offers to try again: nothing of that needs what did not come. */
function showFailure(error: unknown): void {
  console.error('Solvent could not be loaded.', error);
  document.getElementById(FAILURE_ELEMENT_ID)?.removeAttribute('class');
}

const own = document.currentScript as FederationScript; // it is a classic script
const address = addressToAskAt(location.href);
if (address !== undefined) location.replace(address);
// What came after its time was taken out of the page, which has asked for it once more.
else if (own.isConnected) {
  loadChunksOf(__webpack_require__, own);
  retry(loadBootstrap)
    .then(({ start }) => start())
    .catch(showFailure);
}
