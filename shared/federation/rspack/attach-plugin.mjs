/**
 * Passes the bundler's runtime of a remote's entry to the loader of that entry (src/runtime/attach-build.ts), which loads the
 * chunks and provides the singletons. Module Federation's own runtime would add 11 kB to each entry.
 */
export class AttachPlugin {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    const { RuntimeGlobals, RuntimeModule } = compiler.webpack;
    class AttachRuntimeModule extends RuntimeModule {
      constructor() {
        super('attach', RuntimeModule.STAGE_TRIGGER);
      }
      generate() {
        return 'document.currentScript?.attach?.(__webpack_require__, document.currentScript);';
      }
    }
    compiler.hooks.thisCompilation.tap('AttachPlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('AttachPlugin', (chunk, requirements) => {
        requirements.add(RuntimeGlobals.moduleCache);
        requirements.add(RuntimeGlobals.moduleFactories);
        compilation.addRuntimeModule(chunk, new AttachRuntimeModule());
      });
    });
  }
}
