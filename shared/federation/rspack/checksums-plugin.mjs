import { CHECKSUMS, computeIntegrity, readSources } from './checksums.mjs';

/** Emits `checksums.json`. Fails a build whose sources changed while it ran: the next build of that version would have other bytes. */
export class ChecksumsPlugin {
  /** @param {{ root: string, sources: import('./checksums.mjs').Sources }} options sources at the start of the build */
  constructor(options) {
    this.options = options;
  }

  apply(compiler) {
    const { Compilation, WebpackError } = compiler.webpack;
    const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT + 1; // after all other changes of files
    compiler.hooks.thisCompilation.tap('ChecksumsPlugin', (compilation) => {
      if (compiler.watchMode) return; // a watching build is never released
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
    const files = compilation.getAssets().map(({ name, source }) => [name, computeIntegrity(source.buffer())]);
    const list = { inputs, sources: hash, files: Object.fromEntries(files.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
    compilation.emitAsset(CHECKSUMS, new RawSource(JSON.stringify(list, null, 2)));
  }
}
