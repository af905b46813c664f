import { duplicatedSingleton } from './singletons.mjs';

/** Fails a remote's build when it would ship its own copy of a singleton of the shell. */
export class NoSecondCopyPlugin {
  /** @param {string} owner name of the remote */
  constructor(owner) {
    this.owner = owner;
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('NoSecondCopyPlugin', (compilation) => {
      compilation.hooks.finishModules.tap('NoSecondCopyPlugin', (modules) => {
        for (const message of this.#findings(modules)) compilation.errors.push(new compiler.webpack.WebpackError(message));
      });
    });
  }

  #findings(modules) {
    const messages = new Set();
    for (const module of modules) {
      const found = module.resource && duplicatedSingleton(module.resource.split('?')[0]);
      if (found) {
        messages.add(
          `The remote "${this.owner}" would ship a second copy of ${found.library}, which the shell owns. ` +
            `Import it from "${found.facade}" only (and add what is missing there).`,
        );
      }
    }
    return messages;
  }
}
