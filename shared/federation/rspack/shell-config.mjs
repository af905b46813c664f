import { join, relative } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { baseConfig, CHUNK_RETRY, identifier, ROOT } from './base-config.mjs';
import { BuildFilesPlugin } from './build-files-plugin.mjs';
import { ChecksumsPlugin } from './checksums-plugin.mjs';
import { readSources } from './checksums.mjs';
import { isDevelopment } from './is-development.mjs';
import { inputsOf, releaseVersion } from './release-version.mjs';
import { sharedChunks } from './shared-chunks.mjs';
import { exportedNames } from './singleton-names.mjs';
import { SINGLETON_FILES, SINGLETON_RANGES, SINGLETON_VERSIONS } from './singleton-versions.mjs';

/** What lets remotes' dev servers refresh inside the shell's page. */
const SHARE_FAST_REFRESH = join(ROOT, 'shared/federation/rspack/share-fast-refresh.mjs');

/** The shell is the only one who provides the singletons. Their files are named from its folder, since the page is told those names. */
const sharedBy = (folder) =>
  Object.fromEntries(
    Object.entries(SINGLETON_VERSIONS).map(([name, version]) => {
      const file = SINGLETON_FILES[name] && relative(folder, SINGLETON_FILES[name]);
      return [name, { singleton: true, version, requiredVersion: SINGLETON_RANGES[name], import: file }];
    }),
  );

/**
 * The rspack configuration of the shell: host of all singletons; names no remote.
 *
 * @param {{ folder: string, port: number }} options the shell's folder; port of its dev server
 * @returns {() => import('@rspack/core').Configuration}
 */
export function shellConfig({ folder, port }) {
  return () => {
    const isDev = isDevelopment();
    const sources = isDev ? undefined : readSources(ROOT, inputsOf(folder, ROOT));
    const version = sources ? releaseVersion(folder, sources) : '0.0.0-dev';
    const config = baseConfig({ folder, uniqueName: identifier(`solvent_shell_${version}`), isDev, port });
    return {
      ...config,
      entry: { main: isDev ? [SHARE_FAST_REFRESH, './src/main.ts'] : './src/main.ts' },
      output: { ...config.output, publicPath: 'auto' },
      optimization: { ...config.optimization, splitChunks: { chunks: 'async', cacheGroups: sharedChunks } },
      plugins: [
        ...config.plugins,
        ...(sources ? [new ChecksumsPlugin({ root: ROOT, sources })] : []),
        new rspack.DefinePlugin({ SOLVENT_SHELL_VERSION: JSON.stringify(version) }),
        new ModuleFederationPlugin({
          name: 'shell',
          shared: sharedBy(folder),
          shareStrategy: 'loaded-first',
          dts: false,
          manifest: false,
          // The shell's own chunks, and those of the libraries that it shares, are tried again as those of remotes are.
          runtimePlugins: [CHUNK_RETRY],
          experiments: { provideExternalRuntime: true, asyncStartup: true, optimization: { target: 'web' } },
        }),
        new rspack.CopyRspackPlugin({
          patterns: [
            { from: 'public', to: 'public', noErrorOnMissing: true },
            { from: 'shell.json', transform: (text) => JSON.stringify({ ...JSON.parse(String(text)), version }, null, 2) },
          ],
        }),
        new BuildFilesPlugin({
          entryName: 'main',
          globalName: '',
          always: ['bootstrap', 'core', 'data'],
          chunks: [],
          shared: SINGLETON_VERSIONS,
          names: (compilation) => exportedNames(compilation, SINGLETON_FILES),
        }),
      ],
    };
  };
}
