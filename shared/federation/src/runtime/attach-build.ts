import type { ModuleFederation } from '@module-federation/enhanced/runtime';
import type { BundlerRequire, FederationScript } from './federation-script.ts';
import { installChunkLoaders } from './script-loader.ts';

/** The part of Module Federation's runtime that a build uses. */
export type Host = Pick<ModuleFederation, 'loadShare'>;

/** Drops modules whose evaluation threw, for example for want of a singleton, so that their next use evaluates them again. */
function forgetFailedModules({ c: modules }: BundlerRequire): void {
  for (const [id, module] of Object.entries(modules)) if (module.error !== undefined) delete modules[id];
}

/**
 * Connects a remote's build to the page: loads its chunks, provides the host's singletons and its container. Replaces the runtime
 * of Module Federation in each entry (11 kB).
 *
 * @param require the build's runtime
 * @param own the script of its entry
 */
export function attachBuild(require: BundlerRequire, own: FederationScript, host: Host): void {
  const { chunkMapping = {}, moduleIdToConsumeDataMapping: consumed = {} } = require.consumesLoadingData ?? {};
  const taken = new Map<string, Promise<void>>();

  async function take(id: string): Promise<void> {
    const { shareKey = id, requiredVersion = '*', singleton = true } = consumed[id] ?? {};
    const shareConfig = { singleton, requiredVersion };
    const factory = await host.loadShare(shareKey, { customShareInfo: { shareConfig } });
    if (!factory) throw new Error(`The shell shares no ${shareKey} ${requiredVersion}.`);
    require.m[id] = (module) => void (module.exports = factory());
  }

  /** Does not cache a failure: the chunk's next try loads the singleton again. */
  function takeOnce(id: string): Promise<void> {
    const taking = taken.get(id) ?? take(id);
    taken.set(id, taking);
    taking.catch(() => taken.delete(id));
    return taking;
  }

  installChunkLoaders(require, own);
  require.f['consumes'] = (chunkId, promises) => {
    forgetFailedModules(require);
    promises.push(...(chunkMapping[chunkId] ?? []).map(takeOnce));
  };
  require.initContainer = () => undefined;
  require.getContainer = (module) => {
    const load = require.initializeExposesData?.moduleMap[module];
    return load ? load() : Promise.reject(new Error(`The build exposes no ${module}.`));
  };
}
