import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { rspack } from '@rspack/core';
import { SINGLETON_VERSIONS } from './singleton-versions.mjs';

/**
 * Builds `server.<hash>.cjs`, a CommonJS script that uses neither browser nor Node APIs. The API renders public pages with it. A
 * remote gets its singletons from the shell by `require`.
 */
export class ServerBundlePlugin {
  /**
   * @param {{ entry: string, name: string, takesSingletons: boolean }} options entry module; `shell` or the remote's name; whether
   *   singletons are external
   */
  constructor(options) {
    this.options = options;
  }

  apply(compiler) {
    const { Compilation, sources, WebpackError } = compiler.webpack;
    let bundle;
    compiler.hooks.beforeRun.tap('ServerBundlePlugin', () => {
      bundle = this.#build(compiler.options);
      bundle.catch(() => undefined); // it is awaited below
    });
    compiler.hooks.thisCompilation.tap('ServerBundlePlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tapPromise({ name: 'ServerBundlePlugin', stage }, async () => {
        const { errors, code } = await bundle;
        compilation.errors.push(...errors.map((message) => new WebpackError(`For the server: ${message}`)));
        if (errors.length === 0) compilation.emitAsset(serverFile(code), new sources.RawSource(code), { minimized: true });
      });
    });
  }

  async #build({ context, mode, module, resolve, optimization }) {
    const { entry, name, takesSingletons } = this.options;
    let code = '';
    const nested = rspack({
      context,
      mode,
      name: `${name} for the server`,
      devtool: false,
      // Selects the libraries' worker builds, which need neither a document nor Node.
      target: ['webworker', 'es2022'],
      entry: { server: entry },
      output: {
        filename: 'server.cjs',
        library: { type: 'commonjs2' },
        publicPath: `/${name === 'shell' ? name : `remotes/${name}`}/files/`,
        assetModuleFilename: '[name].[contenthash:10][ext]',
        asyncChunks: false,
        strictModuleErrorHandling: true,
      },
      resolve: { extensions: resolve.extensions, alias: resolve.alias },
      module: { rules: forServer(module.rules) },
      externals: takesSingletons
        ? Object.fromEntries(Object.keys(SINGLETON_VERSIONS).map((one) => [one, `commonjs ${one}`]))
        : {},
      optimization: { emitOnErrors: false, minimizer: optimization.minimizer, splitChunks: false },
      plugins: [new rspack.DefinePlugin({ SOLVENT_SINGLETON_VERSIONS: JSON.stringify(SINGLETON_VERSIONS) })],
      performance: false,
      lazyCompilation: false,
    });
    nested.hooks.shouldEmit.tap('ServerBundlePlugin', (compilation) => {
      code = String(compilation.getAsset('server.cjs')?.source.source() ?? '');
      return false;
    });
    const stats = await promisify(nested.run.bind(nested))();
    await promisify(nested.close.bind(nested))();
    const { errors } = stats.toJson({ all: false, errors: true });
    return { errors: errors.map(({ message }) => message), code };
  }
}

export const SERVER_BUNDLE = /^server\.[0-9a-f]{10}\.cjs$/;

const serverFile = (code) => `server.${createHash('sha256').update(code).digest('hex').slice(0, 10)}.cjs`;

/** The script contains URLs of assets but does not emit them. */
const forServer = (rules) =>
  rules.map((rule) => {
    if (rule.type === 'css') return { ...rule, type: 'asset/source' };
    return rule.type === 'asset/resource' ? { ...rule, generator: { emit: false } } : rule;
  });
