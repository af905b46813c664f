/** Passes the bundler runtime of an entry to src/runtime/attach-build.ts. Saves the 11 kB of Module Federation's own runtime. */
export class AttachPlugin {
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
