import {
  getInstance,
  loadRemote,
  registerGlobalPlugins,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { RemoteBuild } from '@solvent/federation/manifest';
import { forgetFailedShares } from './failed-shares.ts';

/** What has not arrived by then has failed (product 10.18): an entry here, a chunk by the preset's `chunkLoadTimeout`. */
export const PART_TIMEOUT = 8000;

/** How the shell gets a remote's exposed module. Unit tests put another one in its place. */
export interface RemoteRuntime {
  /** @throws whatever went wrong: network, time-out, hash, or the module's own error */
  fetch: (build: RemoteBuild) => Promise<unknown>;
}

/**
 * Script tags of entries: with the hash that the channel pins, a time-out, and an address of its own for every further
 * try: a browser joins a request to a still pending one for the same address, and keeps a tampered answer for a year. With
 * the time in it no other page's try has had that address either.
 */
function entryScripts(builds: readonly RemoteBuild[]): ModuleFederationRuntimePlugin {
  const tries = new Map<string, number>();
  return {
    name: 'solvent-entry-scripts',
    createScript({ url }) {
      const build = builds.find(({ entry }) => new URL(entry, location.href).href === new URL(url, location.href).href);
      if (!build) return;
      const count = tries.get(url) ?? 0;
      tries.set(url, count + 1);
      const script = document.createElement('script');
      script.src = count === 0 ? url : `${url}?r=${count}&t=${Date.now()}`;
      script.async = true;
      if (build.integrity) script.integrity = build.integrity;
      // As the page's hints ask for it; and of another origin nothing is checked against a hash without.
      script.crossOrigin = 'anonymous';
      return { script, timeout: PART_TIMEOUT };
    },
  };
}

/**
 * Module Federation's runtime, told about the versions that this page may run and nothing else. Each goes by the global of
 * its build, which no other version has: so one can stand in for another that failed, or for something of it.
 */
export function createFederationRuntime(builds: readonly RemoteBuild[]): RemoteRuntime {
  if (!getInstance()) throw new Error('The shell was built without Module Federation.');
  // For the remotes too: it is their loads that fail.
  registerGlobalPlugins([forgetFailedShares()]);
  registerPlugins([entryScripts(builds)]);
  registerRemotes(builds.map(({ entry, globalName }) => ({ name: globalName, entry, entryGlobalName: globalName, type: 'var' })));
  return { fetch: ({ globalName }) => loadRemote(`${globalName}/remote`) };
}
