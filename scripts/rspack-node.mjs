import { join } from 'node:path';

const isOwn = (request) =>
  request.startsWith('.') || request.startsWith('/') || /^[A-Za-z]:[\\/]/.test(request) || request.startsWith('@solvent/');

/**
 * The rspack configuration of a program for Node: the package's own files and the workspace's packages
 * in one ES module for each entry, everything from the registry and Node itself imported at run time.
 * @param {{ folder: string, entries: Record<string, string> }} options the package's folder, and each program's source file by the name it gets in `dist`
 * @returns {import('@rspack/core').Configuration}
 */
export function nodeBundle({ folder, entries }) {
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
      // Paths are told from where the bundle lies, at run time.
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
    performance: false,
    stats: 'errors-warnings',
  };
}
