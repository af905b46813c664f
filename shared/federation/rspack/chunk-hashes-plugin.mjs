import { createHash } from 'node:crypto';

/** Stands in the entry until the chunks have their last bytes. */
const PLACEHOLDER = '"%CHUNK_HASHES%"';

const sha256 = (text) => createHash('sha256').update(text);

/**
 * Puts the hash of every chunk into the entry, and names the entry by its own bytes: the page checks the entry, whose hash the
 * channel names, and through it every chunk. A byte that was changed on the way is refused, as a chunk that failed to load. One
 * list in the entry, in the order of ids: a chunk's bytes do not change with those of the chunks that it loads, and equal sources
 * make equal bytes. The bundler's own plugin does either the one or the other (docs/decisions/0051-files-named-by-content.md).
 */
export class ChunkHashesPlugin {
  /** @param {{ entryName: string, filename: string }} options name of the entry; that of its file, with `[hash]` in it */
  constructor(options) {
    this.options = options;
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    const { Compilation, RuntimeModule } = compiler.webpack;
    class ChunkHashes extends RuntimeModule {
      constructor() {
        super('chunk hashes');
      }
      generate() {
        return `__webpack_require__.sriHashes = ${PLACEHOLDER};`;
      }
    }
    compiler.hooks.thisCompilation.tap('ChunkHashesPlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('ChunkHashesPlugin', (chunk) => {
        if (chunk.hasRuntime()) compilation.addRuntimeModule(chunk, new ChunkHashes());
      });
      // Once all names are made of the files' last bytes.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tap({ name: 'ChunkHashesPlugin', stage }, (assets) => {
        this.#fillIn(compilation, assets);
      });
    });
  }

  #fillIn(compilation, assets) {
    const { entryName, filename } = this.options;
    const { RawSource } = compilation.compiler.webpack.sources;
    const file = compilation.entrypoints
      .get(entryName)
      .getFiles()
      .findLast((name) => name.endsWith('.js'));
    const text = String(assets[file].source()).replace(PLACEHOLDER, this.#hashes(compilation, assets));
    compilation.updateAsset(file, new RawSource(text));
    compilation.renameAsset(file, filename.replace('[hash]', sha256(text).digest('hex').slice(0, 10)));
  }

  /** @returns {string} `{12:"sha256-…",345:"sha256-…"}` */
  #hashes({ chunks }, assets) {
    const hashes = [...chunks]
      .filter((chunk) => !chunk.hasRuntime())
      .flatMap(({ id, files }) => [...files].filter((file) => file.endsWith('.js')).map((file) => [id, file]))
      .toSorted(([one], [other]) => Number(one) - Number(other));
    const list = hashes.map(([id, file]) => `${id}:"sha256-${sha256(assets[file].source()).digest('base64')}"`);
    return `{${list.join()}}`;
  }
}
