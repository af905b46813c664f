import type { ModuleFederation } from '@module-federation/enhanced/runtime';
import type { BundlerRequire, FederationScript } from './federation-script.ts';
import { loadChunksOf } from './script-loader.ts';

/** Module Federation's runtime, as far as a build takes from it. */
export type Host = Pick<ModuleFederation, 'loadShare'>;

/** A module that threw, as all do that import a singleton which did not come, keeps its error: its next use evaluates it anew. */
function forgetFailedModules({ c: modules }: BundlerRequire): void {
  for (const [id, module] of Object.entries(modules)) if (module.error !== undefined) delete modules[id];
}

/**
 * Lets a remote's build take part in a page: its chunks come as the page loads scripts, its singletons from the host, and its
 * container goes to whoever loads it. The runtime of Module Federation that the bundler puts into every entry does the same with
 * 10 kB in each; here it is there once, in the host.
 *
 * @param require the build's own
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

  /** A failure is not kept: the chunk's next try takes it again. */
  function takeOnce(id: string): Promise<void> {
    const taking = taken.get(id) ?? take(id);
    taken.set(id, taking);
    taking.catch(() => taken.delete(id));
    return taking;
  }

  loadChunksOf(require, own);
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
