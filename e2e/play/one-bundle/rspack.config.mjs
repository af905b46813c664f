import { join } from 'node:path';
import { baseConfig, ROOT } from '../../../shared/federation/rspack/base-config.mjs';
import { sharedChunks } from '../../../shared/federation/rspack/shared-chunks.mjs';
import { CHANGES } from './changes.mjs';
import { withoutFederation } from './no-federation.mjs';
import { PageFilesPlugin } from './page-files-plugin.mjs';
import { PAGES } from './pages.mjs';
import { withChange } from './with-change.mjs';

/** Literally one: pages and dialogs that would come later are in it, too. */
const ONE = { module: { parser: { javascript: { dynamicImportMode: 'eager' } } }, optimization: { splitChunks: false } };

/** As one would split it who knows how: a script for each page, libraries in a few, what two pages share in one of its own. */
const SPLIT = {
  optimization: {
    runtimeChunk: 'single',
    splitChunks: {
      chunks: 'async',
      cacheGroups: { ...sharedChunks, default: { minChunks: 2, priority: -20, reuseExistingChunk: true } },
    },
  },
};

/** What a page needs first, and nothing else, in one script. */
const alone = (page) => ({ page, optimization: { splitChunks: false } });

/** Builds without Module Federation by their kind (`Kind` in builds.ts). */
const KINDS = { one: ONE, split: SPLIT, ...Object.fromEntries(PAGES.map((page) => [`alone-${page.page}`, alone(page)])) };

/** @param {string} kind @param {string} change one of `CHANGES`, or `before` */
function bundle(kind, change) {
  const { page, module, optimization } = KINDS[kind];
  // The product's own settings of everything but federation: what they cut away is cut away here, too.
  const base = baseConfig({ folder: join(ROOT, 'shell'), uniqueName: 'solvent', isDev: false, port: 0 });
  const config = {
    ...base,
    name: `${kind}-${change}`,
    entry: { main: './src/main.ts' },
    output: {
      ...base.output,
      path: join(import.meta.dirname, '../../dist/one-bundle', kind, change),
      publicPath: '/bundle/',
    },
    module: { ...base.module, ...module, rules: [...base.module.rules, ...withoutFederation(page)] },
    optimization: { ...base.optimization, ...optimization },
    // Without the hashes of scripts in scripts, which cost a few bytes at each change.
    plugins: [new PageFilesPlugin()],
  };
  return withChange(config, change);
}

/** The whole product without Module Federation, of each kind; the split one, to which visitors come back, with each change, too. */
export default [
  ...Object.keys(KINDS).map((kind) => bundle(kind, 'before')),
  ...Object.keys(CHANGES).map((change) => bundle('split', change)),
];
