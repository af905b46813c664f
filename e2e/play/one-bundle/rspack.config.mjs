import { join } from 'node:path';
import { FIRST_FONT } from '../../../shared/federation/rspack/build-files-plugin.mjs';
import { baseConfig, ROOT } from '../../../shared/federation/rspack/base-config.mjs';
import { sharedChunks } from '../../../shared/federation/rspack/shared-chunks.mjs';
import { CHANGES } from './changes.mjs';
import { remoteChunk, withoutFederation } from './no-federation.mjs';
import { PAGES } from './pages.mjs';
import { withChange } from './with-change.mjs';

/** Writes `page-files.json`: files of every page in their order, and files to preload by path. */
class PageFilesPlugin {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('PageFilesPlugin', (compilation) => {
      compilation.hooks.afterProcessAssets.tap('PageFilesPlugin', () => {
        const listFiles = (name) => compilation.namedChunkGroups.get(name)?.getFiles() ?? [];
        const entry = compilation.entrypoints.get('main')?.getFiles() ?? [];
        const fonts = Object.keys(compilation.assets).filter((file) => FIRST_FONT.test(file));
        const hinted = PAGES.map(({ path, remote, page }) => {
          const files = ['bootstrap', remoteChunk(remote), page].flatMap(listFiles).filter((file) => /\.(?:js|css)$/.test(file));
          return [path, [...new Set([...fonts, ...files])].filter((file) => !entry.includes(file))];
        });
        const text = JSON.stringify({ entry, hinted: Object.fromEntries(hinted) });
        compilation.emitAsset('page-files.json', new compiler.webpack.sources.RawSource(text));
      });
    });
  }
}

/** One chunk for each page, a few for libraries, and one for what two pages share. */
const SPLIT = {
  runtimeChunk: 'single',
  splitChunks: {
    chunks: 'async',
    cacheGroups: { ...sharedChunks, default: { minChunks: 2, priority: -20, reuseExistingChunk: true } },
  },
};

/** @param {string} change one of `CHANGES`, or `before` */
function bundle(change) {
  // The settings of the product besides federation.
  const base = baseConfig({ folder: join(ROOT, 'shell'), uniqueName: 'solvent', isDev: false, port: 0 });
  const config = {
    ...base,
    name: change,
    entry: { main: './src/main.ts' },
    output: {
      ...base.output,
      path: join(import.meta.dirname, '../../dist/one-bundle/split', change),
      publicPath: '/bundle/',
    },
    module: { ...base.module, rules: [...base.module.rules, ...withoutFederation] },
    optimization: { ...base.optimization, ...SPLIT },
    // Without hashes of scripts in scripts, which cost bytes at each change.
    plugins: [new PageFilesPlugin()],
  };
  return withChange(config, change);
}

export default ['before', ...Object.keys(CHANGES)].map(bundle);
