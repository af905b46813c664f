import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { baseConfig, chunksByScript, ROOT } from './base-config.mjs';
import { BuildFilesPlugin } from './build-files-plugin.mjs';
import { ChecksumsPlugin } from './checksums-plugin.mjs';
import { readSources } from './checksums.mjs';
import { isDevelopment } from './is-development.mjs';
import { listInputs, releaseVersion } from './release-version.mjs';
import { ServerBundlePlugin } from './server-bundle-plugin.mjs';
import { sharedChunks } from './shared-chunks.mjs';
import { exportedNames } from './singleton-names.mjs';
import { SINGLETON_FILES, SINGLETON_VERSIONS } from './singleton-versions.mjs';

const SHARE_FAST_REFRESH = join(ROOT, 'shared/federation/rspack/share-fast-refresh.mjs');

/**
 * Returns the rspack configuration of the shell, which provides all singletons.
 *
 * @param {{ folder: string, port: number }} options the shell's folder; port of its dev server
 * @returns {() => import('@rspack/core').Configuration}
 */
export function shellConfig({ folder, port }) {
  return () => {
    const isDev = isDevelopment();
    const sources = isDev ? undefined : readSources(ROOT, listInputs(folder, ROOT));
    const version = sources ? releaseVersion(folder, sources) : '0.0.0-dev';
    const config = baseConfig({ folder, uniqueName: 'solvent_shell', isDev, port });
    return {
      ...config,
      entry: { main: isDev ? [SHARE_FAST_REFRESH, './src/main.ts'] : './src/main.ts' },
      output: { ...config.output, ...chunksByScript(isDev) },
      optimization: { ...config.optimization, splitChunks: { chunks: 'async', cacheGroups: sharedChunks } },
      plugins: [
        ...config.plugins,
        ...(sources
          ? [
              new ServerBundlePlugin({ entry: './src/server/index.tsx', name: 'shell', takesSingletons: false }),
              new ChecksumsPlugin({ root: ROOT, sources }),
            ]
          : []),
        new rspack.DefinePlugin({
          SOLVENT_SINGLETON_VERSIONS: JSON.stringify(SINGLETON_VERSIONS),
          // Removes unused parts of Module Federation's runtime.
          FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
          ENV_TARGET: JSON.stringify('web'),
        }),
        new rspack.CopyRspackPlugin({
          patterns: [
            { from: 'public', to: 'public', noErrorOnMissing: true },
            { from: 'shell.json', transform: (text) => JSON.stringify({ ...JSON.parse(String(text)), version }, null, 2) },
          ],
        }),
        new BuildFilesPlugin({
          entryName: 'main',
          always: ['react', 'bootstrap', 'libs'],
          chunks: [],
          shared: SINGLETON_VERSIONS,
          singletonFiles: SINGLETON_FILES,
          names: (compilation) => exportedNames(compilation, SINGLETON_FILES),
        }),
      ],
    };
  };
}
