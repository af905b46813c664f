import { computeIntegrity } from './checksums.mjs';

const SCRIPTS = '"%SCRIPT_HASHES%"';
const STYLES = '"%STYLE_HASHES%"';

/**
 * Lists the SHA-256 hashes of chunks in the runtime of the entry, by chunk id. The bundler's SubresourceIntegrityPlugin lists them in an
 * order that differs between builds of the same sources, so that their entries differ.
 */
export class ChunkHashesPlugin {
  apply(compiler) {
    const { Compilation, RuntimeModule, WebpackError, sources } = compiler.webpack;
    class ChunkHashesRuntimeModule extends RuntimeModule {
      constructor() {
        super('chunk hashes');
      }
      generate() {
        return `__webpack_require__.sriHashes = ${SCRIPTS};\n__webpack_require__.sriCssHashes = ${STYLES};`;
      }
    }
    compiler.hooks.thisCompilation.tap('ChunkHashesPlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('ChunkHashesPlugin', (chunk) => {
        if (chunk.hasRuntime()) compilation.addRuntimeModule(chunk, new ChunkHashesRuntimeModule());
      });
      // After `realContentHash`. The entry's name is right without the hashes: it is made of the names of all chunks, which differ as they do.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tap({ name: 'ChunkHashesPlugin', stage }, () => {
        const chunks = [...compilation.chunks];
        const [scripts, styles] = ['.js', '.css'].map((ending) => listHashes(compilation, chunks, ending));
        const entries = chunks.filter((chunk) => chunk.hasRuntime()).flatMap(({ files }) => [...files]);
        for (const name of entries.filter((file) => file.endsWith('.js'))) {
          const text = String(compilation.getAsset(name).source.source());
          if (!text.includes(SCRIPTS) || !text.includes(STYLES))
            compilation.errors.push(new WebpackError(`${name} has no place for the hashes of its chunks.`));
          compilation.updateAsset(name, new sources.RawSource(text.replace(SCRIPTS, scripts).replace(STYLES, styles)));
        }
      });
    });
  }
}

/** @returns {string} an object literal, in the order of ids */
function listHashes(compilation, chunks, ending) {
  const hashes = chunks
    .filter((chunk) => !chunk.hasRuntime())
    .flatMap(({ id, files }) => [...files].filter((name) => name.endsWith(ending)).map((name) => [id, name]))
    .map(([id, name]) => [id, computeIntegrity(compilation.getAsset(name).source.buffer())]);
  return JSON.stringify(Object.fromEntries(hashes)); // an object has numbers in order
}
