import { relative } from 'node:path';
import { duplicatedSingleton } from './singletons.mjs';

/** Returns undefined for the singleton itself. */
function findDuplicate(request) {
  const found = /^[./]/.test(request) ? undefined : duplicatedSingleton(`/node_modules/${request}/`);
  return found && found.facade !== found.library && !request.startsWith(found.facade) ? found : undefined;
}

/** Fails a build of a remote that bundles a shell singleton or imports a library that is private to the shell. */
export class NoSecondCopyPlugin {
  constructor(owner) {
    this.owner = owner;
  }

  apply(compiler) {
    const imports = new Map();
    compiler.hooks.normalModuleFactory.tap('NoSecondCopyPlugin', (factory) => {
      // Runs before resolution, whose error would not mention that the library must not be listed.
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
