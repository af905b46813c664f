import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/**
 * Lets a shared library whose chunk failed to load be asked for again: Module Federation keeps the promise of the first
 * try, so that each page that needs the library would fail until a reload.
 */
export function forgetFailedShares(): ModuleFederationRuntimePlugin {
  return {
    name: 'solvent-forget-failed-shares',
    errorLoadShare({ pkgName, shareScopeMap }) {
      const versions = Object.values(shareScopeMap).flatMap((scope) => Object.values(scope[pkgName] ?? {}));
      for (const shared of versions) if (!shared.lib) shared.loading = null;
    },
  };
}
