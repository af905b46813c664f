/**
 * Parts of the bundler's runtime, by its names for them, in whose place a page has one for all builds
 * (shared/federation/src/runtime): what loads scripts, what keeps book of chunks, and what Module Federation asks of a build that
 * shares something itself.
 */
const OF_THE_PAGE = new Set(['load_script', 'jsonp_chunk_loading', 'sharing', 'module_federation/runtime']);

/** What loads the styles of chunks: a shell does it itself, with their hashes. A remote may run in one from before that. */
const OF_THE_SHELL = 'css_loading';

/** What a page sets itself when an entry attaches (attach-build.ts): stands where nobody did, and only throws. */
const ONLY_THROWS =
  /__webpack_require__\.(f\.consumes|getContainer|initContainer) = __webpack_require__\.\1 \|\| function\(\) \{ throw [^}]* \};?/g;

/** What every singleton says alike, and the page does not ask. */
const ALIKE =
  /\b(?:shareScope|import|strictVersion|eager|fallback|treeShakingMode): (?:"default"|null|false|undefined|void 0),? ?/g;

/** Parts of which a page needs something. */
const LEANER = new Set(['consumes_loading', 'initialize_exposes']);

/** @param {string} source of such a part @returns {string} without what no page asks */
export const leanSource = (source) => source.replaceAll(ONLY_THROWS, '').replaceAll(ALIKE, '');

/** Leaves out of a published entry what the page does: 0.9 kB after brotli, which come again after each change of any chunk. */
export class LeanEntryPlugin {
  /** @param {{ isShell?: boolean }} [options] */
  constructor({ isShell = false } = {}) {
    this.left = isShell ? new Set([...OF_THE_PAGE, OF_THE_SHELL]) : OF_THE_PAGE;
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('LeanEntryPlugin', (compilation) => {
      compilation.hooks.runtimeModule.tap('LeanEntryPlugin', (module) => {
        if (!module.source) return;
        if (this.left.has(module.name)) module.source.source = Buffer.from('');
        else if (LEANER.has(module.name)) module.source.source = Buffer.from(leanSource(String(module.source.source)));
      });
    });
  }
}
