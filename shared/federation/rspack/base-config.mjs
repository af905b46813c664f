import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { PortableIdsPlugin } from './portable-ids-plugin.mjs';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Hash in a global's or chunk registry's name: only letters, digits and _. */
export const identifier = (text) => text.replace(/[^A-Za-z0-9_]/g, '_');

/** A run-time plugin of Module Federation in every build: further tries for a chunk are real ones. */
export const CHUNK_RETRY = join(ROOT, 'shared/federation/src/chunk-retry.ts');

/** What names the chunks of a remote's pages. */
const PAGE_CHUNKS = join(ROOT, 'shared/federation/rspack/page-chunks-loader.mjs');

/** Files older than this are of browsers without ES2022. */
const TARGETS = ['chrome >= 111', 'edge >= 111', 'firefox >= 115', 'safari >= 16.4'];

const swcRule = (refresh) => ({
  test: /\.[jt]sx?$/,
  exclude: /node_modules/,
  loader: 'builtin:swc-loader',
  type: 'javascript/auto',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: {
        // With `development` it would import react/jsx-dev-runtime: one more module for the shell to share.
        react: { runtime: 'automatic', development: false, refresh },
      },
    },
    env: { targets: TARGETS },
  },
});

/**
 * Lets each script carry the hashes of those that it loads: the page checks the entry, whose hash the channel names, and
 * through it every chunk. A byte that was changed on the way is refused, as a chunk that failed to load. The plugin asks for
 * all scripts with `crossorigin`, so the page's hints and script tags do, too: else the browser fetches twice.
 */
const scriptHashes = () => new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], hashLoading: 'lazy' });

/**
 * What an edit does to the page. React Refresh needs React's development build, which a deployed shell does not have: with
 * `SOLVENT_LIVE_RELOAD=true` (`pnpm dev <name> --shell`) the page loads itself anew in its place.
 */
const reloadsPage = () => process.env.SOLVENT_LIVE_RELOAD === 'true';

/**
 * What shell and remotes build alike.
 *
 * @param {{ folder: string, uniqueName: string, isDev: boolean, port: number }} options
 * @returns {import('@rspack/core').Configuration}
 */
export function baseConfig({ folder, uniqueName, isDev, port }) {
  const liveReload = reloadsPage();
  const refresh = isDev && !liveReload;
  return {
    context: folder,
    mode: isDev ? 'development' : 'production',
    devtool: isDev ? 'cheap-module-source-map' : false,
    target: ['web', 'es2022'],
    output: {
      path: join(folder, 'dist'),
      clean: true,
      uniqueName,
      filename: isDev ? '[name].js' : '[name].[contenthash:8].js',
      chunkFilename: isDev ? '[name].js' : '[name].[contenthash:8].js',
      cssFilename: isDev ? '[name].css' : '[name].[contenthash:8].css',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      chunkLoadTimeout: 8000,
      // Of another origin a script is checked against its hash only when it is asked for in this mode; it changes nothing for files of the page's own.
      crossOriginLoading: 'anonymous',
      // A module that threw while it was evaluated must throw again when it is tried again.
      strictModuleErrorHandling: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'] },
    module: {
      rules: [
        swcRule(refresh),
        { test: /\.css$/, type: 'css' },
        { test: /\.(png|svg|webp|woff2)$/, type: 'asset/resource' },
        // After the rule above: it reads JavaScript.
        { test: /[\\/]src[\\/]remote\.tsx$/, enforce: 'post', loader: PAGE_CHUNKS },
      ],
    },
    optimization: {
      emitOnErrors: false,
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          minimizerOptions: { ecma: 2022, compress: { passes: 3 }, mangle: true, format: { comments: false } },
          extractComments: false,
        }),
        new rspack.LightningCssMinimizerRspackPlugin(),
      ],
    },
    plugins: [
      ...(refresh ? [new ReactRefreshRspackPlugin()] : []),
      ...(isDev ? [] : [new PortableIdsPlugin({ root: ROOT }), scriptHashes()]),
    ],
    performance: false,
    stats: 'errors-warnings',
    lazyCompilation: false,
    devServer: {
      port,
      host: '127.0.0.1',
      hot: !liveReload,
      liveReload,
      allowedHosts: 'all',
      headers: { 'Access-Control-Allow-Origin': '*' },
      client: { overlay: false, webSocketURL: `ws://localhost:${port}/ws` },
    },
  };
}
