import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { sourceLines } from './source-line.mjs';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** What names the chunks of a remote's pages. */
const PAGE_CHUNKS = join(ROOT, 'shared/federation/rspack/page-chunks-loader.mjs');

/** Files older than this are of browsers without ES2022. */
const TARGETS = ['chrome >= 111', 'edge >= 111', 'firefox >= 115', 'safari >= 16.4'];

const JSX_DEV_RUNTIME = join(ROOT, 'shared/federation/rspack/jsx-dev-runtime.mjs');

const swcRule = (refresh) => ({
  test: /\.[jt]sx?$/,
  exclude: /node_modules/,
  loader: 'builtin:swc-loader',
  type: 'javascript/auto',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: {
        // SWC marks components for Fast Refresh only in development.
        react: { runtime: 'automatic', development: refresh, refresh },
      },
    },
    env: { targets: TARGETS },
  },
});

/** Of a published build by their content, so that what did not change is the same file in every release. */
const fileNames = (isDev) => {
  const name = isDev ? '[name]' : '[name].[contenthash:10]';
  const script = `${name}.js`;
  return {
    filename: script,
    chunkFilename: script,
    cssFilename: `${name}.css`,
    assetModuleFilename: '[name].[contenthash:10][ext]',
  };
};

/**
 * Where a chunk of a published build puts what it holds: on its own script element, for the build that asked for it. Its bytes
 * name no version, so one file serves all releases that have it, and two of them never mix in a page
 * (docs/decisions/0051-files-named-by-content.md). Hot updates in development know the window alone.
 */
export const chunksByScript = (isDev) => (isDev ? {} : { globalObject: 'document.currentScript', chunkLoadingGlobal: 'c' });

/**
 * What an edit does to the page. React Refresh needs React's development build, which a deployed shell does not have: with
 * `SOLVENT_LIVE_RELOAD=true` (`pnpm dev <name> --shell`) the page loads itself anew in its place.
 */
const reloadsPage = () => process.env.SOLVENT_LIVE_RELOAD === 'true';

const UI_THEME = join(ROOT, 'shared/ui/src/theme');

/** What Chakra would work out in each page, worked out already. In development, too: it is the same code that one sees there. */
const builtTokens = () => {
  const chakra = dirname(createRequire(join(ROOT, 'shared/ui/package.json')).resolve('@chakra-ui/react/package.json'));
  return {
    [join(chakra, 'dist/esm/styled-system/token-dictionary.js')]: join(UI_THEME, 'built-token-dictionary.ts'),
    [join(UI_THEME, 'tokens.ts')]: join(UI_THEME, 'built-tokens.ts'),
  };
};

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
      ...fileNames(isDev),
      // Where its entry came from, which is known when that runs.
      publicPath: '',
      crossOriginLoading: 'anonymous',
      // A module that threw while it was evaluated must throw again when it is tried again.
      strictModuleErrorHandling: true,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      alias: {
        ...builtTokens(),
        ...(refresh ? { 'react/jsx-dev-runtime': JSX_DEV_RUNTIME } : {}),
      },
    },
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
      realContentHash: !isDev,
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          minimizerOptions: { ecma: 2022, compress: { passes: 3 }, mangle: true, format: { comments: false } },
          extractComments: false,
        }),
        new rspack.LightningCssMinimizerRspackPlugin(),
      ],
    },
    plugins: [
      refresh && new ReactRefreshRspackPlugin(),
      !isDev && new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] }),
    ].filter(Boolean),
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
      // The overlay shows compile errors; the card of a remote shows errors while it renders.
      client: { overlay: { errors: true, warnings: false, runtimeErrors: false }, webSocketURL: `ws://localhost:${port}/ws` },
      setupMiddlewares: (middlewares) => [sourceLines(port), ...middlewares],
    },
  };
}
