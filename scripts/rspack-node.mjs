import { join, relative } from 'node:path';
import { ChecksumsPlugin } from '../shared/federation/rspack/checksums-plugin.mjs';
import { readSources } from '../shared/federation/rspack/checksums.mjs';
import { ROOT } from './setup/root.mjs';

const isBundled = (request) =>
  request.startsWith('.') || request.startsWith('/') || /^[A-Za-z]:[\\/]/.test(request) || request.startsWith('@solvent/');

/**
 * Creates the rspack configuration of a program for Node. Each entry becomes one ES module with the files of the package and of other
 * workspace packages. npm packages are imported at run time, so the program's package.json also lists those of the other workspace
 * packages.
 *
 * @param {{ folder: string, entries: Record<string, string>, uses?: string[] }} options `folder` of the package; source files
 *   by their names in `dist`; `uses` are other workspace folders besides `shared` whose files are bundled
 * @returns {import('@rspack/core').Configuration}
 */
export function nodeBundle({ folder, entries, uses = [] }) {
  const inputs = [relative(ROOT, folder), ...uses, 'shared', 'scripts/rspack-node.mjs', 'scripts/setup', 'pnpm-lock.yaml'];
  return {
    mode: 'production',
    target: 'node20',
    context: folder,
    entry: entries,
    devtool: 'source-map',
    externalsType: 'module-import',
    externals: [
      ({ request }, done) => {
        if (request === undefined || isBundled(request)) done();
        else done(undefined, request);
      },
    ],
    output: {
      path: join(folder, 'dist'),
      filename: '[name].js',
      module: true,
      library: { type: 'module' },
      chunkFormat: 'module',
      clean: true,
    },
    optimization: { minimize: false, splitChunks: false, runtimeChunk: false },
    resolve: { extensions: ['.ts', '.mjs', '.js'] },
    module: {
      // Leaves import.meta and URLs unchanged, because their paths are relative to the bundle at run time.
      parser: { javascript: { importMeta: false, url: false, worker: false } },
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
          type: 'javascript/auto',
        },
      ],
    },
    plugins: [new ChecksumsPlugin({ root: ROOT, sources: readSources(ROOT, inputs) })],
    performance: false,
    stats: 'errors-warnings',
  };
}
