import { SERVED_ELEMENT_ID } from '@solvent/contracts';
import { FAILURE_ELEMENT_ID } from '@solvent/federation/manifest';
import { installChunkLoaders, SCRIPT_TIMEOUT, setFilesLocation } from '@solvent/federation/runtime';
import type { BundlerRequire, FederationScript } from '@solvent/federation/runtime';
import { evaluateSequentially } from './tasks.ts';
import { findRedirectUrl } from './remotes/overrides/stored-overrides.ts';
import { retry } from './remotes/retry.ts';

declare const __webpack_require__: BundlerRequire & ((id: number) => unknown);

const loadFirstModules = () => import(/* webpackChunkName: "bootstrap" */ 'react');

/** Importing these here keeps the bundler from merging them into one module. */
const SLOW_MODULES = [
  () => import(/* webpackChunkName: "bootstrap", webpackExports: ["systemConfig"] */ '@solvent/ui/system-config'),
  () => import(/* webpackChunkName: "bootstrap", webpackExports: ["system"] */ '@solvent/ui/system'),
];

/** Evaluates the shell module by module, so that a server-rendered page stays responsive. */
async function evaluateInSteps(order: readonly number[]) {
  await loadFirstModules();
  const available = order.filter((id) => id in __webpack_require__.m);
  await evaluateSequentially([...available.map((id) => () => __webpack_require__(id)), ...SLOW_MODULES]);
}

/** A separate chunk: every release changes the entry, so it stays small. */
async function loadBootstrap() {
  const order = __webpack_require__.evaluationOrder;
  if (order && document.getElementById(SERVED_ELEMENT_ID)) await evaluateInSteps(order);
  return import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx');
}

/** Shows the failure notice of the page (shared/releases/src/load-failure.ts). */
function showFailure(error: unknown): void {
  console.error('Solvent could not be loaded.', error);
  document.getElementById(FAILURE_ELEMENT_ID)?.classList.remove('waiting');
}

/** On a slow connection a script may arrive after its timeout: tries once more when the page has finished loading. */
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
// A disconnected script arrived after its timeout, and the page has requested it again.
else if (ownScript.isConnected) {
  setFilesLocation(ownScript);
  installChunkLoaders(__webpack_require__, ownScript);
  retry(loadBootstrap)
    .catch(loadAfterTimeout)
    .then(({ start }) => start())
    .catch(showFailure);
}
