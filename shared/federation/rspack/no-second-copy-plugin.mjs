import { relative } from 'node:path';
import { duplicatedSingleton } from './singletons.mjs';

/** What an import is a copy of, whether the library is installed or not; nothing for the singleton itself. */
function copyBy(request) {
  const found = /^[./]/.test(request) ? undefined : duplicatedSingleton(`/node_modules/${request}/`);
  return found && found.facade !== found.library && !request.startsWith(found.facade) ? found : undefined;
}

/** Fails a remote's build when it would ship its own copy of a singleton of the shell, or imports a library that the shell keeps to itself. */
export class NoSecondCopyPlugin {
  /** @param {string} owner name of the remote */
  constructor(owner) {
    this.owner = owner;
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    const imports = new Map();
    compiler.hooks.normalModuleFactory.tap('NoSecondCopyPlugin', (factory) => {
      // Before it is looked for: one that package.json does not list is not found, and nothing would say why not to list it.
      factory.hooks.beforeResolve.tap('NoSecondCopyPlugin', ({ request, contextInfo: { issuer } }) => {
        const copy = issuer?.startsWith(compiler.context) ? copyBy(request) : undefined;
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
      messages.set(library, `${file} imports ${library}, which the shell owns. ${adviceOf(facade)}`);
    for (const module of modules) {
      const found = module.resource && duplicatedSingleton(module.resource.split('?')[0]);
      if (found && !messages.has(found.library))
        messages.set(
          found.library,
          `The remote "${this.owner}" would ship a second copy of ${found.library}, which the shell owns. ${adviceOf(found.facade)}`,
        );
    }
    return messages.values();
  }
}

const adviceOf = (facade) => `Import it from "${facade}" only (and add what is missing there).`;
