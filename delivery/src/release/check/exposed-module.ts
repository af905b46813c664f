import { randomUUID } from 'node:crypto';
import * as runtimeCore from '@module-federation/runtime-core';
import { attachBuild } from '@solvent/federation/runtime';
import semver from 'semver';
import type { Build } from '../read-build.ts';
import { openScriptPage } from './script-page.ts';

/**
 * Loads the default export of a built remote's exposed module with Module Federation, as the shell does, in a page without a
 * DOM and with proxies for the shared singletons: only its top-level code runs.
 *
 * @throws any error that prevents it from loading
 */
export async function exposedModule({ name, build, files }: Build): Promise<unknown> {
  // The address is never requested. It is unique because Module Federation caches entries by address.
  const origin = `https://${randomUUID()}.invalid`;
  const scripts = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const page = openScriptPage(origin, (path) => scripts.get(path)?.toString());
  const host = new runtimeCore.ModuleFederation({
    name: 'contract-check',
    remotes: [{ name, entry: `${origin}/${build.entry}`, type: 'var' }],
    shared: createSharedProxies(build.shared),
    plugins: [{ name: 'built-entry', loadEntry: async () => container }],
  });
  const { container } = page.run(build.entry, (require, own) => attachBuild(require, own, host));
  if (!container)
    throw new Error('its entry puts no container on its script element: build it with the preset of this workspace');
  const module = await host.loadRemote<{ default?: unknown }>(`${name}/remote`);
  return module?.default;
}

const createSharedProxies = (shared: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(shared).map(([name, range]) => {
      const version = semver.minVersion(range)?.version ?? '0.0.0';
      const shareConfig = { singleton: true, requiredVersion: range };
      return [name, { version, scope: 'default', get: async () => () => createProxy(), shareConfig }];
    }),
  );

/** Accepts any call and returns the same kind of object for any property. */
export function createProxy(): unknown {
  const proxy: unknown = new Proxy(() => undefined, {
    get: (_target, key) => {
      if (key === 'then') return undefined; // otherwise `await` would never settle
      if (key === Symbol.toPrimitive) return () => '';
      if (key === Symbol.iterator) return [][Symbol.iterator];
      return proxy;
    },
    apply: () => proxy,
    construct: () => proxy as object,
  });
  return proxy;
}
