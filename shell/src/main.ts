import { SERVED_ELEMENT_ID } from '@solvent/contracts';
import { FAILURE_ELEMENT_ID } from '@solvent/federation/manifest';
import { loadChunksOf, SCRIPT_TIMEOUT, setFilesLocation } from '@solvent/federation/runtime';
import type { BundlerRequire, FederationScript } from '@solvent/federation/runtime';
import { evaluateSequentially } from './tasks.ts';
import { findRedirectUrl } from './remotes/overrides/stored-overrides.ts';
import { retry } from './remotes/retry.ts';

declare const __webpack_require__: BundlerRequire & ((id: number) => unknown);

/** Brings the chunk, without evaluating more of it than the first modules. */
const loadFirstModules = () => import(/* webpackChunkName: "bootstrap" */ 'react');

/** What takes long, each a module of its own for being imported here. */
const SLOW_MODULES = [
  () => import(/* webpackChunkName: "bootstrap", webpackExports: ["systemConfig"] */ '@solvent/ui/system-config'),
  () => import(/* webpackChunkName: "bootstrap", webpackExports: ["system"] */ '@solvent/ui/system'),
];

/** Evaluates the shell module by module: a page that is read already is not held up by all of it at once. */
async function evaluateInSteps(order: readonly number[]) {
  await loadFirstModules();
  const available = order.filter((id) => id in __webpack_require__.m);
  await evaluateSequentially([...available.map((id) => () => __webpack_require__(id)), ...SLOW_MODULES]);
}

/** In a chunk of its own, so that this one, whose bytes every release changes, stays small. */
async function loadBootstrap() {
  const order = __webpack_require__.evaluationOrder;
  if (order && document.getElementById(SERVED_ELEMENT_ID)) await evaluateInSteps(order);
  return import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx');
}

/** What the page itself has to say when the shell does not come (shared/releases/src/load-failure.ts). */
function showFailure(error: unknown): void {
  console.error('Solvent could not be loaded.', error);
  document.getElementById(FAILURE_ELEMENT_ID)?.classList.remove('waiting');
}

/** A slow line may bring after its time what was given up: it is there once the browser awaits nothing any more. */
async function loadAfterTimeout(error: unknown): ReturnType<typeof loadBootstrap> {
  showFailure(error);
  await new Promise((resolve) => {
    if (document.readyState === 'complete') setTimeout(resolve, SCRIPT_TIMEOUT);
    else addEventListener('load', resolve, { once: true });
  });
  return loadBootstrap();
}

const ownScript = document.currentScript as FederationScript; // it is a classic script
const redirectUrl = findRedirectUrl(location.href);
if (redirectUrl !== undefined) location.replace(redirectUrl);
// Else it came after its time, and the page has asked for it once more.
else if (ownScript.isConnected) {
  setFilesLocation(ownScript);
  loadChunksOf(__webpack_require__, ownScript);
  retry(loadBootstrap)
    .catch(loadAfterTimeout)
    .then(({ start }) => start())
    .catch(showFailure);
}
