import { CHECKSUMS, integrityOf, readSources } from './checksums.mjs';

/**
 * Ends a build with `checksums.json`: what it was made of, and every file with its hash, so that whoever reads the folder can
 * tell the build from what others left there, a whole one from a part, and this one from one of other sources. Fails a build
 * whose sources were changed while it ran, be it for a moment: its version would name other bytes than the next build of the
 * same sources, and a release store refuses that.
 */
export class ChecksumsPlugin {
  /** @param {{ root: string, sources: import('./checksums.mjs').Sources }} options the workspace; the sources that the build began with */
  constructor(options) {
    this.options = options;
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    const { Compilation, WebpackError } = compiler.webpack;
    const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT + 1; // all files are there, as they will be written
    compiler.hooks.thisCompilation.tap('ChecksumsPlugin', (compilation) => {
      if (compiler.watchMode) return; // it builds again by itself, and nobody takes it for a finished build
      compilation.hooks.processAssets.tap({ name: 'ChecksumsPlugin', stage }, () => {
        if (this.#haveChanged())
          compilation.errors.push(new WebpackError('The sources were changed while they were built: build again.'));
        else this.#emit(compilation, compiler.webpack.sources);
      });
    });
  }

  #haveChanged() {
    const { root, sources } = this.options;
    const now = readSources(root, sources.inputs);
    return now.hash !== sources.hash || now.changedAt !== sources.changedAt;
  }

  #emit(compilation, { RawSource }) {
    const { inputs, hash } = this.options.sources;
    const files = compilation.getAssets().map(({ name, source }) => [name, integrityOf(source.buffer())]);
    const list = { inputs, sources: hash, files: Object.fromEntries(files.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
    compilation.emitAsset(CHECKSUMS, new RawSource(JSON.stringify(list, null, 2)));
  }
}
