import { FIRST_FONT } from '../../../shared/federation/rspack/build-files-plugin.mjs';
import { remoteChunk } from './no-federation.mjs';
import { PAGES } from './pages.mjs';

/** Writes `page-files.json`: files of every page in their order, and files to preload by path. */
export class PageFilesPlugin {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('PageFilesPlugin', (compilation) => {
      compilation.hooks.afterProcessAssets.tap('PageFilesPlugin', () => {
        const listFiles = (name) => compilation.namedChunkGroups.get(name)?.getFiles() ?? [];
        const entry = compilation.entrypoints.get('main')?.getFiles() ?? [];
        const fonts = Object.keys(compilation.assets).filter((file) => FIRST_FONT.test(file));
        const hinted = PAGES.map(({ path, remote, page }) => {
          const files = ['bootstrap', remoteChunk(remote), page].flatMap(listFiles).filter((file) => /\.(?:js|css)$/.test(file));
          return [path, [...new Set([...fonts, ...files])].filter((file) => !entry.includes(file))];
        });
        const text = JSON.stringify({ entry, hinted: Object.fromEntries(hinted) });
        compilation.emitAsset('page-files.json', new compiler.webpack.sources.RawSource(text));
      });
    });
  }
}
