/**
 * Parts of the bundler's runtime, by its names for them, in whose place a page has one for all builds
 * (shared/federation/src/runtime): what loads scripts, what keeps book of chunks, and what Module Federation asks of a build that
 * shares something itself.
 */
const OF_THE_PAGE = new Set(['load_script', 'jsonp_chunk_loading', 'sharing', 'module_federation/runtime']);

/** Leaves out of a published entry what the page does: 0.7 kB after brotli, which come again after each change of any chunk. */
export class LeanEntryPlugin {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('LeanEntryPlugin', (compilation) => {
      compilation.hooks.runtimeModule.tap('LeanEntryPlugin', (module) => {
        if (OF_THE_PAGE.has(module.name) && module.source) module.source.source = Buffer.from('');
      });
    });
  }
}
