import { RuntimeModule } from '@rspack/core';

const isStatic = (type) => type !== 'import()' && type !== 'import() eager' && type !== 'self';

const isInChunk = ({ chunkGraph }, module) => chunkGraph.getModuleChunks(module).length > 0;

function listEvaluationOrder(compilation, root) {
  const { chunkGraph, moduleGraph } = compilation;
  const ids = new Set();
  const met = new Set();
  const visit = (module) => {
    if (met.has(module)) return;
    met.add(module);
    // Parts of a concatenated module have their own connections.
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
      // Skips the parts of a concatenated module, which are in no chunk.
      const root = [...compilation.modules].find(
        (module) => isInChunk(compilation, module) && (module.rootModule ?? module).resource?.endsWith(name),
      );
      if (!root) throw new Error(`No module ends with "${name}".`);
      return listEvaluationOrder(compilation, root);
    };
  }

  generate() {
    return `__webpack_require__.evaluationOrder = ${JSON.stringify(this.order())};`;
  }
}

/** Sets `__webpack_require__.evaluationOrder`: module ids, imports first. The entry evaluates its late module with it in short tasks. */
export class EvaluationOrderPlugin {
  constructor(name) {
    this.name = name;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('EvaluationOrderPlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('EvaluationOrderPlugin', (chunk) => {
        compilation.addRuntimeModule(chunk, new EvaluationOrder(compilation, this.name));
      });
    });
  }
}
