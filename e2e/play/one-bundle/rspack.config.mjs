import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { baseConfig, ROOT } from '../../../shared/federation/rspack/base-config.mjs';
import { sharedChunks } from '../../../shared/federation/rspack/shared-chunks.mjs';
import { CHANGES } from './changes.mjs';
import { changeRule, withChange } from './with-change.mjs';

/** In the place of Module Federation: all remotes are part of the build. */
const REMOTES = readdirSync(ROOT)
  .filter((folder) => folder.startsWith('mf-'))
  .map((folder) => `'${folder.slice('mf-'.length)}': () => import('${join(ROOT, folder, 'src/remote.tsx')}'),`);

const NO_FEDERATION = {
  file: 'shell/src/remotes/federation-runtime.ts',
  from: /^[^]*$/,
  to: `const REMOTES = { ${REMOTES.join('\n')} };
export const PART_TIMEOUT = 8000;
export const createFederationRuntime = () => ({ fetch: ({ name }) => REMOTES[name]() });`,
};

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

/** Literally one: pages and dialogs that would come later are in it, too. */
const ONE = { module: { parser: { javascript: { dynamicImportMode: 'eager' } } }, optimization: { splitChunks: false } };

/** @param {string} kind @param {typeof SPLIT | typeof ONE} parts @param {string} [change] */
function bundle(kind, { module, optimization }, change) {
  const base = baseConfig({ folder: join(ROOT, 'shell'), uniqueName: 'solvent', isDev: false, port: 0 });
  const config = {
    ...base,
    name: `${kind}-${change ?? 'before'}`,
    entry: { main: './src/main.ts' },
    output: {
      ...base.output,
      path: join(import.meta.dirname, '../../dist/one-bundle', kind, change ?? 'before'),
      publicPath: '/bundle/',
    },
    module: { ...base.module, ...module, rules: [...base.module.rules, changeRule(NO_FEDERATION, true)] },
    optimization: { ...base.optimization, ...optimization },
    // Without the hashes of scripts in scripts, which cost a few bytes at each change; the version stands still for the same reason.
    plugins: [new rspack.DefinePlugin({ SOLVENT_SHELL_VERSION: JSON.stringify('1.0.0') }), new EntryFilesPlugin()],
  };
  return withChange(config, change);
}

/** Writes `entry-files.json`: the scripts and styles that a page names, in their order. */
class EntryFilesPlugin {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('EntryFilesPlugin', (compilation) => {
      compilation.hooks.afterProcessAssets.tap('EntryFilesPlugin', () => {
        const files = compilation.entrypoints.get('main')?.getFiles() ?? [];
        compilation.emitAsset('entry-files.json', new compiler.webpack.sources.RawSource(JSON.stringify(files)));
      });
    });
  }
}

/** The whole product without Module Federation, in one script and split, as it is and with each change. */
export default [undefined, ...Object.keys(CHANGES)].flatMap((change) => [
  bundle('one', ONE, change),
  bundle('split', SPLIT, change),
]);
