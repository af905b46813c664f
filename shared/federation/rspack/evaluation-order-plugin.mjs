import { RuntimeModule } from '@rspack/core';

/** Imports that are evaluated with the module that has them. */
const isStatic = (type) => type !== 'import()' && type !== 'import() eager' && type !== 'self';

const isInChunk = ({ chunkGraph }, module) => chunkGraph.getModuleChunks(module).length > 0;

/** Ids of modules in the order in which evaluating the last of them evaluates all: what a module imports comes before it. */
function orderOf(compilation, root) {
  const { chunkGraph, moduleGraph } = compilation;
  const ids = new Set();
  const met = new Set();
  const visit = (module) => {
    if (met.has(module)) return;
    met.add(module);
    // Of modules that were put together, each still has its own.
    for (const part of module.modules ?? [module])
      for (const { module: imported, dependency } of moduleGraph.getOutgoingConnectionsInOrder(part))
        if (imported && isStatic(dependency.type)) visit(imported);
    const id = chunkGraph.getModuleId(module);
    if (id !== null && isInChunk(compilation, module)) ids.add(id);
  };
  visit(root);
  return [...ids];
}

class EvaluationOrder extends RuntimeModule {
  constructor(compilation, name) {
    super('evaluation_order');
    this.order = () => {
      // What it was put together of is listed beside it, in an order that depends on the folder: only it is in a chunk.
      const root = [...compilation.modules].find(
        (module) => isInChunk(compilation, module) && (module.rootModule ?? module).resource?.endsWith(name),
      );
      if (!root) throw new Error(`No module ends with "${name}".`);
      return orderOf(compilation, root);
    };
  }

  generate() {
    return `__webpack_require__.evaluationOrder = ${JSON.stringify(this.order())};`;
  }
}

/**
 * Tells the entry, as `__webpack_require__.evaluationOrder`, by which modules it evaluates a late one in parts: one after the other, each
 * finds all that it imports evaluated.
 */
export class EvaluationOrderPlugin {
  /** @param {string} name how the late module's file ends */
  constructor(name) {
    this.name = name;
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('EvaluationOrderPlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('EvaluationOrderPlugin', (chunk) => {
        compilation.addRuntimeModule(chunk, new EvaluationOrder(compilation, this.name));
      });
    });
  }
}
