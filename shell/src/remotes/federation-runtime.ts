import { createInstance } from '@module-federation/enhanced/runtime';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { RemoteBuild } from '@solvent/federation/manifest';
import { getFileUrl, attachBuild, scriptLoader } from '@solvent/federation/runtime';
import type { FederationScript, Host } from '@solvent/federation/runtime';
import { singletons } from './singletons.ts';

/** How the shell gets a remote's exposed module. Unit tests put another one in its place. */
export interface RemoteRuntime {
  /** @throws whatever went wrong: network, time-out, hash, or the module's own error */
  fetch: (build: RemoteBuild) => Promise<unknown>;
}

/** What Module Federation calls a version: two of one remote may be in the page, one standing in for the other. */
const getVersionKey = ({ name, version }: RemoteBuild) => `${name}@${version}`;

/**
 * Loads the entries of builds with the hash that the channel pins, and lets each take part.
 *
 * @param getHost the runtime that they take from
 */
function createEntryLoader(builds: readonly RemoteBuild[], getHost: () => Host): ModuleFederationRuntimePlugin {
  const load = scriptLoader(document);
  return {
    name: 'solvent-entry-loader',
    async loadEntry({ remoteInfo }) {
      const build = builds.find((one) => getVersionKey(one) === remoteInfo.name);
      if (!build) return undefined;
      const { integrity } = build;
      const attach: FederationScript['attach'] = (require, script) => attachBuild(require, script, getHost());
      const script = await load(getFileUrl(build.entry), { integrity, attach });
      if (script.container) return script.container;
      throw new Error(`${build.entry} is no entry of a remote.`);
    },
  };
}

/**
 * Lets a singleton whose chunk failed to load be asked for again: Module Federation keeps the promise of the first try, so
 * that each page that needs it would fail until a reload.
 */
const forgetFailedSingletons: ModuleFederationRuntimePlugin = {
  name: 'solvent-forget-failed-singletons',
  errorLoadShare({ pkgName, shareScopeMap }) {
    const versions = Object.values(shareScopeMap).flatMap((scope) => Object.values(scope[pkgName] ?? {}));
    for (const shared of versions) if (!shared.lib) shared.loading = null;
  },
};

/** Module Federation's runtime, told about the versions that this page may run and nothing else. */
export function createFederationRuntime(builds: readonly RemoteBuild[]): RemoteRuntime {
  const host = createInstance({
    name: 'shell',
    remotes: builds.map((build) => ({ name: getVersionKey(build), entry: build.entry, type: 'var' })),
    shared: singletons,
    shareStrategy: 'loaded-first',
    plugins: [createEntryLoader(builds, () => host), forgetFailedSingletons],
  });
  return { fetch: (build) => host.loadRemote(`${getVersionKey(build)}/remote`) };
}
