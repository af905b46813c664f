import type { ModuleFederation } from '@module-federation/enhanced/runtime';
import type { BundlerRequire, FederationScript } from './federation-script.ts';
import { installChunkLoaders } from './script-loader.ts';

export type Host = Pick<ModuleFederation, 'loadShare'>;

/** Lets modules whose evaluation threw be evaluated again. */
function forgetFailedModules({ c: modules }: BundlerRequire): void {
  for (const [id, module] of Object.entries(modules)) if (module.error !== undefined) delete modules[id];
}

/**
 * Connects a remote's build to the page: loads chunks, provides singletons and exports its container.
 *
 * @param require runtime of the build @param own script of its entry
 */
export function attachBuild(require: BundlerRequire, own: FederationScript, host: Host): void {
  const { chunkMapping = {}, moduleIdToConsumeDataMapping: singletonsByModule = {} } = require.consumesLoadingData ?? {};
  const loads = new Map<string, Promise<void>>();

  async function loadSingleton(id: string): Promise<void> {
    const { shareKey = id, requiredVersion = '*', singleton = true } = singletonsByModule[id] ?? {};
    const shareConfig = { singleton, requiredVersion };
    const factory = await host.loadShare(shareKey, { customShareInfo: { shareConfig } });
    if (!factory) throw new Error(`The shell shares no ${shareKey} ${requiredVersion}.`);
    require.m[id] = (module) => void (module.exports = factory());
  }

  /** Caches loads, but not failures, so that the next request retries. */
  function loadSingletonOnce(id: string): Promise<void> {
    const loading = loads.get(id) ?? loadSingleton(id);
    loads.set(id, loading);
    loading.catch(() => loads.delete(id));
    return loading;
  }

  installChunkLoaders(require, own);
  require.f['consumes'] = (chunkId, promises) => {
    forgetFailedModules(require);
    promises.push(...(chunkMapping[chunkId] ?? []).map(loadSingletonOnce));
  };
  require.initContainer = () => undefined;
  require.getContainer = (module) => {
    const load = require.initializeExposesData?.moduleMap[module];
    return load ? load() : Promise.reject(new Error(`The build exposes no ${module}.`));
  };
}
