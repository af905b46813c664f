import { SERVED_ELEMENT_ID } from '@solvent/contracts';
import { FAILURE_ELEMENT_ID } from '@solvent/federation/manifest';
import { installChunkLoaders, SCRIPT_TIMEOUT, setFilesLocation } from '@solvent/federation/runtime';
import type { BundlerRequire, FederationScript } from '@solvent/federation/runtime';
import { evaluateSequentially } from './tasks.ts';
import { findRedirectUrl } from './remotes/overrides/stored-overrides.ts';
import { retry } from './remotes/retry.ts';

declare const __webpack_require__: BundlerRequire;

/** Imported one by one, so that each is evaluated in a short task, and a server-rendered page stays responsive. */
const LIBRARIES = [
  () => import(/* webpackChunkName: "react" */ 'react'),
  () => import(/* webpackChunkName: "react" */ 'react-dom/client'),
  () => import(/* webpackChunkName: "bootstrap", webpackExports: ["createInstance"] */ '@module-federation/enhanced/runtime'),
  () => import(/* webpackChunkName: "bootstrap" */ '@solvent/store'),
  () => import(/* webpackChunkName: "bootstrap" */ '@solvent/socket'),
  () => import(/* webpackChunkName: "bootstrap" */ '@solvent/http'),
  () => import(/* webpackChunkName: "bootstrap" */ '@solvent/router'),
  () => import(/* webpackChunkName: "bootstrap", webpackExports: ["systemConfig"] */ '@solvent/ui/system-config'),
  () => import(/* webpackChunkName: "bootstrap", webpackExports: ["system"] */ '@solvent/ui/system'),
  () => import(/* webpackChunkName: "bootstrap" */ '@solvent/ui'),
];

/** A separate chunk: every release changes the entry, so it stays small. */
async function loadBootstrap() {
  if (document.getElementById(SERVED_ELEMENT_ID)) await evaluateSequentially(LIBRARIES);
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
