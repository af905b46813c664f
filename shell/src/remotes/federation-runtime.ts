import { createInstance } from '@module-federation/enhanced/runtime';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { RemoteBuild } from '@solvent/federation/manifest';
import { getFileUrl, attachBuild, createScriptLoader } from '@solvent/federation/runtime';
import type { FederationScript, Host } from '@solvent/federation/runtime';
import { singletons } from './singletons.ts';

export interface RemoteRuntime {
  /** @throws on a network error, a timeout, a wrong hash, or an error of the module */
  fetch: (build: RemoteBuild) => Promise<unknown>;
}

/** The name in Module Federation. It includes the version, because a fallback may be loaded beside the live version. */
const getVersionKey = ({ name, version }: RemoteBuild) => `${name}@${version}`;

/** Loads entries with the hash that the channel pins, and attaches them to the host's runtime. */
function createEntryLoader(builds: readonly RemoteBuild[], getHost: () => Host): ModuleFederationRuntimePlugin {
  const load = createScriptLoader(document);
  return {
    name: 'solvent-entry-loader',
    async loadEntry({ remoteInfo }) {
      const build = builds.find((one) => getVersionKey(one) === remoteInfo.name);
      if (!build) return undefined;
      const { integrity } = build;
      const attach: FederationScript['attach'] = (require, script) => attachBuild(require, script, getHost());
      const script = await load(getFileUrl(build.entry), { integrity, attach });
      if (script.container) return script.container;
      throw new Error(`${build.entry} is not the entry of a remote.`);
    },
  };
}

/** Module Federation caches the rejected promise of a singleton; this lets it load again without a page reload. */
const forgetFailedSingletons: ModuleFederationRuntimePlugin = {
  name: 'solvent-forget-failed-singletons',
  errorLoadShare({ pkgName, shareScopeMap }) {
    const versions = Object.values(shareScopeMap).flatMap((scope) => Object.values(scope[pkgName] ?? {}));
    for (const shared of versions) if (!shared.lib) shared.loading = null;
  },
};

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
