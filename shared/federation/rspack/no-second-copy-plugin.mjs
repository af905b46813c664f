import { relative } from 'node:path';
import { duplicatedSingleton } from './singletons.mjs';

/** The singleton that an import would duplicate, whether the library is installed or not; undefined for the singleton itself. */
function findDuplicate(request) {
  const found = /^[./]/.test(request) ? undefined : duplicatedSingleton(`/node_modules/${request}/`);
  return found && found.facade !== found.library && !request.startsWith(found.facade) ? found : undefined;
}

/**
 * Fails a remote's build if it would ship its own copy of a singleton of the shell, or imports a library that is private to the
 * shell.
 */
export class NoSecondCopyPlugin {
  /** @param {string} owner name of the remote */
  constructor(owner) {
    this.owner = owner;
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    const imports = new Map();
    compiler.hooks.normalModuleFactory.tap('NoSecondCopyPlugin', (factory) => {
      // Before resolution: an unlisted library does not resolve, and that error would not mention that it must not be listed.
      factory.hooks.beforeResolve.tap('NoSecondCopyPlugin', ({ request, contextInfo: { issuer } }) => {
        const copy = issuer?.startsWith(compiler.context) ? findDuplicate(request) : undefined;
        if (copy) imports.set(copy.library, { ...copy, file: relative(compiler.context, issuer) });
      });
    });
    compiler.hooks.thisCompilation.tap('NoSecondCopyPlugin', (compilation) => {
      imports.clear();
      compilation.hooks.finishModules.tap('NoSecondCopyPlugin', (modules) => {
        for (const message of this.#findings(modules, imports))
          compilation.errors.push(new compiler.webpack.WebpackError(message));
      });
    });
  }

  #findings(modules, imports) {
    const messages = new Map();
    for (const { library, facade, file } of imports.values())
      messages.set(library, `${file} imports ${library}, which the shell owns. ${formatAdvice(facade)}`);
    for (const module of modules) {
      const found = module.resource && duplicatedSingleton(module.resource.split('?')[0]);
      if (found && !messages.has(found.library))
        messages.set(
          found.library,
          `The remote "${this.owner}" would ship a second copy of ${found.library}, which the shell owns. ${formatAdvice(found.facade)}`,
        );
    }
    return messages.values();
  }
}

const formatAdvice = (facade) => `Import it from "${facade}" only (and add what is missing there).`;
