import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { AttachPlugin } from './attach-plugin.mjs';
import { baseConfig, chunksByScript, ROOT } from './base-config.mjs';
import { BuildFilesPlugin } from './build-files-plugin.mjs';
import { ChecksumsPlugin } from './checksums-plugin.mjs';
import { readSources } from './checksums.mjs';
import { NoSecondCopyPlugin } from './no-second-copy-plugin.mjs';
import { isDevelopment } from './is-development.mjs';
import { listInputs, releaseVersion } from './release-version.mjs';
import { describeRemote } from './remote-json.mjs';
import { ServerBundlePlugin } from './server-bundle-plugin.mjs';
import { listExports } from './singleton-exports.mjs';
import { usedNames } from './singleton-names.mjs';
import { SINGLETON_FILES, SINGLETON_RANGES } from './singleton-versions.mjs';

const sharedFromShell = Object.fromEntries(
  Object.entries(SINGLETON_RANGES).map(([name, requiredVersion]) => [name, { singleton: true, import: false, requiredVersion }]),
);

const listSingletonExports = (name) => (SINGLETON_FILES[name] ? listExports(SINGLETON_FILES[name]) : undefined);

/** A remote with this file is rendered on the server, too. */
const SERVER_ENTRY = './src/server.ts';

const ON_OWN_SCRIPT = { type: 'assign', name: 'document.currentScript.container' };

/**
 * Returns the rspack configuration of a remote, which exposes only `./remote`.
 *
 * @param {{ folder: string, port: number }} options the remote's folder; port of its dev server
 * @returns {(env: unknown, argv: { mode?: string, env?: Record<string, unknown> }) => import('@rspack/core').Configuration}
 */
export function remoteConfig({ folder, port }) {
  return () => {
    const isDev = isDevelopment();
    const sources = isDev ? undefined : readSources(ROOT, listInputs(folder, ROOT));
    const version = sources ? releaseVersion(folder, sources) : '0.0.0-dev';
    const description = describeRemote(ROOT, folder, version);
    const config = baseConfig({ folder, uniqueName: `solvent_${description.name}`, isDev, port });
    const chunks = [...new Set(description.paths.map(({ page }) => page))];
    return {
      ...config,
      entry: {},
      output: { ...config.output, ...chunksByScript(isDev) },
      plugins: [
        ...config.plugins,
        ...(sources
          ? [
              ...(existsSync(join(folder, SERVER_ENTRY))
                ? [new ServerBundlePlugin({ entry: SERVER_ENTRY, name: description.name, takesSingletons: true })]
                : []),
              new ChecksumsPlugin({ root: ROOT, sources }),
            ]
          : []),
        new AttachPlugin(),
        // Builds a Module Federation 2 container without the runtime, which the shell has once (decision 0051).
        new rspack.container.ModuleFederationPluginV1({
          enhanced: true,
          name: description.name,
          library: ON_OWN_SCRIPT,
          filename: isDev ? 'remoteEntry.js' : 'remoteEntry.[contenthash:10].js',
          exposes: { './remote': { import: './src/remote.tsx', name: 'remote' } },
          shared: sharedFromShell,
        }),
        new NoSecondCopyPlugin(description.name),
        new rspack.CopyRspackPlugin({
          patterns: [{ from: 'remote.json', transform: () => JSON.stringify(describeRemote(ROOT, folder, version), null, 2) }],
        }),
        new BuildFilesPlugin({
          entryName: description.name,
          always: ['remote'],
          chunks,
          shared: SINGLETON_RANGES,
          singletonFiles: {},
          names: (compilation) => usedNames(compilation, listSingletonExports),
        }),
      ],
    };
  };
}
