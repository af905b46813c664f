import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { ChunkHashesPlugin } from './chunk-hashes-plugin.mjs';
import { sourceLines } from './source-line.mjs';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

const PAGE_CHUNKS = join(ROOT, 'shared/federation/rspack/page-chunks-loader.mjs');

/** The oldest supported browsers; older ones show a message instead (`browser-support.ts` of @solvent/releases). */
const { browserslist: TARGETS } = createRequire(import.meta.url)('../package.json');

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

/** Content hashes let releases share unchanged files. */
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

/** Registers published chunks on their script element, so that versions never mix (decision 0051). Hot updates need the window. */
export const chunksByScript = (isDev) => (isDev ? {} : { globalObject: 'document.currentScript', chunkLoadingGlobal: 'c' });

/** Reloads after an edit (`pnpm dev <name> --shell`): a deployed shell lacks the development build that Fast Refresh needs. */
const reloadsPage = () => process.env.SOLVENT_LIVE_RELOAD === 'true';

const UI_THEME = join(ROOT, 'shared/ui/src/theme');

/** Replaces Chakra's token dictionary by precomputed tokens. */
const builtTokens = () => {
  const chakra = dirname(createRequire(join(ROOT, 'shared/ui/package.json')).resolve('@chakra-ui/react/package.json'));
  return {
    [join(chakra, 'dist/esm/styled-system/token-dictionary.js')]: join(UI_THEME, 'built-token-dictionary.ts'),
    [join(UI_THEME, 'tokens.ts')]: join(UI_THEME, 'built-tokens.ts'),
  };
};

/** @returns {import('@rspack/core').Configuration} settings that shell and remotes share */
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
      // Set at run time.
      publicPath: '',
      crossOriginLoading: 'anonymous',
      // Otherwise a retry returns a module whose evaluation threw.
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
        // Runs after the rule above because it reads JavaScript.
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
    plugins: [refresh && new ReactRefreshRspackPlugin(), !isDev && new ChunkHashesPlugin()].filter(Boolean),
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
      // Runtime errors are shown by the card of the remote.
      client: { overlay: { errors: true, warnings: false, runtimeErrors: false }, webSocketURL: `ws://localhost:${port}/ws` },
      setupMiddlewares: (middlewares) => [sourceLines(port), ...middlewares],
    },
  };
}
