import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { baseConfig, identifier, ROOT } from './base-config.mjs';
import { BuildFilesPlugin } from './build-files-plugin.mjs';
import { NoSecondCopyPlugin } from './no-second-copy-plugin.mjs';
import { releaseVersion } from './release-version.mjs';
import { SameSourcesPlugin } from './same-sources-plugin.mjs';
import { SINGLETONS } from './singletons.mjs';

const require = createRequire(import.meta.url);
const here = dirname(fileURLToPath(import.meta.url));

/** A remote takes every singleton from the shell. */
const ranges = Object.fromEntries(SINGLETONS.map((name) => [name, rangeOf(name)]));
const sharedFromShell = Object.fromEntries(
  SINGLETONS.map((name) => [name, { singleton: true, import: false, requiredVersion: ranges[name] }]),
);

/** The range of a singleton that this workspace is built with: any release of the same major. */
function rangeOf(name) {
  const packageName = name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0];
  const file = packageName.startsWith('@solvent/')
    ? join(ROOT, 'shared', packageName.slice('@solvent/'.length), 'package.json')
    : require.resolve(`${packageName}/package.json`, { paths: [join(ROOT, 'shared/ui')] });
  return `^${JSON.parse(readFileSync(file, 'utf8')).version}`;
}

/**
 * The rspack configuration of a remote: exposes `./remote` and nothing else.
 *
 * @param {{ folder: string, port: number }} options the remote's folder; port of its dev server
 * @returns {(env: unknown, argv: { mode?: string, env?: Record<string, unknown> }) => import('@rspack/core').Configuration}
 */
export function remoteConfig({ folder, port }) {
  const description = JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8'));
  return () => {
    const isDev = process.env.RSPACK_SERVE === 'true' || process.argv.includes('dev') || process.argv.includes('serve');
    const version = isDev ? '0.0.0-dev' : releaseVersion(folder, ROOT);
    const globalName = identifier(`solvent_${description.name}_${version}`);
    const config = baseConfig({ folder, uniqueName: globalName, isDev, port });
    const chunks = [...new Set(description.paths.map((path) => path.chunk))];
    return {
      ...config,
      entry: {},
      output: { ...config.output, publicPath: 'auto' },
      plugins: [
        ...config.plugins,
        ...(isDev ? [] : [new SameSourcesPlugin({ folder, root: ROOT, version })]),
        new ModuleFederationPlugin({
          name: description.name,
          library: { type: 'var', name: globalName },
          filename: isDev ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
          exposes: { './remote': { import: './src/remote.tsx', name: 'remote' } },
          shared: sharedFromShell,
          shareStrategy: 'loaded-first',
          dts: false,
          manifest: false,
          runtimePlugins: [join(here, '../src/chunk-retry.ts')],
          experiments: { externalRuntime: true, asyncStartup: true, optimization: { target: 'web' } },
        }),
        new NoSecondCopyPlugin(description.name),
        new rspack.CopyRspackPlugin({
          patterns: [
            { from: 'remote.json', transform: (text) => JSON.stringify({ ...JSON.parse(String(text)), version }, null, 2) },
          ],
        }),
        new BuildFilesPlugin({ entryName: description.name, globalName, always: ['remote'], chunks, shared: ranges }),
      ],
    };
  };
}
