import {
  getInstance,
  loadRemote,
  registerGlobalPlugins,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { RemotePin } from '@solvent/federation/manifest';
import { forgetFailedShares } from './failed-shares.ts';

/** A remote's entry that has not arrived by then has failed (docs: remotes, "hangs"). */
const ENTRY_TIMEOUT = 8000;

/** How the shell gets a remote's exposed module. Unit tests put another one in its place. */
export interface RemoteRuntime {
  /** @throws whatever went wrong: network, time-out, hash, or the module's own error */
  fetch: (pin: RemotePin) => Promise<unknown>;
}

/**
 * Script tags of entries: with the hash that the channel pins, a time-out, and an address of its own for every further
 * try, since a browser joins a request to a still pending one for the same address.
 */
function entryScripts(pins: readonly RemotePin[]): ModuleFederationRuntimePlugin {
  const tries = new Map<string, number>();
  return {
    name: 'solvent-entry-scripts',
    createScript({ url }) {
      const pin = pins.find(({ entry }) => new URL(entry, location.href).href === new URL(url, location.href).href);
      if (!pin) return;
      const count = tries.get(url) ?? 0;
      tries.set(url, count + 1);
      const script = document.createElement('script');
      script.src = count === 0 ? url : `${url}?r=${count}`;
      script.async = true;
      if (pin.integrity) script.integrity = pin.integrity;
      if (new URL(url, location.href).origin !== location.origin) script.crossOrigin = 'anonymous';
      return { script, timeout: ENTRY_TIMEOUT };
    },
  };
}

/** Module Federation's runtime, told about the channel's remotes and nothing else. */
export function createFederationRuntime(pins: readonly RemotePin[]): RemoteRuntime {
  if (!getInstance()) throw new Error('The shell was built without Module Federation.');
  // For the remotes too: it is their loads that fail.
  registerGlobalPlugins([forgetFailedShares()]);
  registerPlugins([entryScripts(pins)]);
  registerRemotes(pins.map(({ name, entry, globalName }) => ({ name, entry, entryGlobalName: globalName, type: 'var' })));
  return { fetch: ({ name }) => loadRemote(`${name}/remote`) };
}
