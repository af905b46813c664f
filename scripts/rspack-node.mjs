import { join, relative } from 'node:path';
import { ChecksumsPlugin } from '../shared/federation/rspack/checksums-plugin.mjs';
import { readSources } from '../shared/federation/rspack/checksums.mjs';
import { ROOT } from './setup/root.mjs';

const isOwn = (request) =>
  request.startsWith('.') || request.startsWith('/') || /^[A-Za-z]:[\\/]/.test(request) || request.startsWith('@solvent/');

/**
 * The rspack configuration of a program for Node: the package's own files and the workspace's packages
 * in one ES module for each entry, everything from the registry and Node itself imported at run time: a program's package.json
 * lists what the workspace's packages in it import, too.
 * @param {{ folder: string, entries: Record<string, string>, uses?: string[] }} options the package's folder, each program's
 *   source file by the name it gets in `dist`, and folders of the workspace that become part of it, besides `shared`
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
        if (request === undefined || isOwn(request)) done();
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
      // Paths are relative to the bundle, at run time.
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
