import { randomUUID } from 'node:crypto';
import * as runtimeCore from '@module-federation/runtime-core';
import { attachBuild } from '@solvent/federation/runtime';
import semver from 'semver';
import type { Build } from '../read-build.ts';
import { openScriptPage } from './script-page.ts';

/**
 * What a built remote's exposed module exports by default. It is run by Module Federation as the shell runs it, but in a page that
 * shows nothing, and with stand-ins for the shared singletons: only what it does while it loads is done.
 *
 * @throws whatever keeps it from loading
 */
export async function exposedModule({ name, build, files }: Build): Promise<unknown> {
  // Nobody is asked there. Module Federation remembers entries by their address for as long as the process lives.
  const origin = `https://${randomUUID()}.invalid`;
  const scripts = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const page = openScriptPage(origin, (path) => scripts.get(path)?.toString());
  const host = new runtimeCore.ModuleFederation({
    name: 'contract-check',
    remotes: [{ name, entry: `${origin}/${build.entry}`, type: 'var' }],
    shared: standIns(build.shared),
    plugins: [{ name: 'built-entry', loadEntry: async () => container }],
  });
  const { container } = page.run(build.entry, (require, own) => attachBuild(require, own, host));
  if (!container)
    throw new Error('its entry puts no container on its script element: build it with the preset of this workspace');
  const module = await host.loadRemote<{ default?: unknown }>(`${name}/remote`);
  return module?.default;
}

const standIns = (shared: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(shared).map(([name, range]) => {
      const version = semver.minVersion(range)?.version ?? '0.0.0';
      const shareConfig = { singleton: true, requiredVersion: range };
      return [name, { version, scope: 'default', get: async () => () => standIn(), shareConfig }];
    }),
  );

/** Takes any call, and gives another of its kind for whatever is asked of it. */
export function standIn(): unknown {
  const proxy: unknown = new Proxy(() => undefined, {
    get: (_target, key) => {
      if (key === 'then') return undefined; // or whoever waits for it would wait for ever
      if (key === Symbol.toPrimitive) return () => '';
      if (key === Symbol.iterator) return [][Symbol.iterator];
      return proxy;
    },
    apply: () => proxy,
    construct: () => proxy as object,
  });
  return proxy;
}
