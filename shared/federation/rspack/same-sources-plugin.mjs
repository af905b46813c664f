import { releaseVersion } from './release-version.mjs';

/**
 * Fails a build whose sources were changed while it ran: its version would name other bytes than the next build of the
 * same sources, and a release store refuses that.
 */
export class SameSourcesPlugin {
  /** @param {{ folder: string, root: string, version: string }} options the version that the build began with */
  constructor(options) {
    this.options = options;
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    const { folder, root, version } = this.options;
    compiler.hooks.thisCompilation.tap('SameSourcesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap('SameSourcesPlugin', () => {
        if (releaseVersion(folder, root) === version) return;
        const message = 'The sources were changed while they were built: build again.';
        compilation.errors.push(new compiler.webpack.WebpackError(message));
      });
    });
  }
}
