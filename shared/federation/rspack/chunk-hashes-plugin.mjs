import { createHash } from 'node:crypto';
import { extname } from 'node:path';

/** Stands in the entry until the chunks have their last bytes. */
const PLACEHOLDER = '"%CHUNK_HASHES%"';

const HASH_IN_NAME = /\.([0-9a-f]{10})\.(?:js|css)$/;

/** Where a script asks for several chunks at once. */
const ASKED_AT_ONCE = /(?<=\bPromise\.all\(\[)\w+\.e\(\d+\)(?:,\w+\.e\(\d+\))+(?=\]\)\.then\()/g;

const idIn = (call) => Number(/\d+(?=\)$)/.exec(call)?.[0]);

/** The bundler lists them in an order that depends on the folder that it builds in. */
const inOrder = (script) =>
  script.replaceAll(ASKED_AT_ONCE, (calls) =>
    calls
      .split(',')
      .toSorted((one, other) => idIn(one) - idIn(other))
      .join(),
  );

/** Where the entry lists the digits in the names of all scripts; and what it calls itself. */
const LISTED_DIGITS = /\(?\{(?:\d+:"[0-9a-f]{10}",?)+\}\)?\[(\w+)\](?=\+"\.js")/;
const OWN_NAME = /(\w+)\.sriHashes=/;

/** The digits of a name begin the script's hash, so the entry reads them there: neither list compresses. Ten digits are 40 bits of 7 signs. */
const digitsFromHashes = (script) =>
  script.replace(LISTED_DIGITS, (_list, id) => {
    const [, own] = OWN_NAME.exec(script);
    return `[...atob(${own}.sriHashes[${id}].slice(7,14))].map(e=>(256+e.charCodeAt()).toString(16).slice(1)).join("")`;
  });

const sha256 = (text) => createHash('sha256').update(text);
const nameHash = (text) => sha256(text).digest('hex').slice(0, 10);

/**
 * Puts the hash of every chunk into the entry, and names chunks and entry by their own bytes: the page checks the entry, whose hash the
 * channel names, and through it every chunk. A byte that was changed on the way is refused, as a chunk that failed to load. One
 * list in the entry, in the order of ids: a chunk's bytes do not change with those of the chunks that it loads, and equal sources
 * make equal bytes. The bundler's own plugin does either the one or the other, and lists the chunks that a
 * script asks for at once as the folder has it that it builds in (docs/decisions/0051-files-named-by-content.md).
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
      // Before what makes files small: it shortens names by how often each letter is there, in hashes, too.
      const early = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE - 1;
      compilation.hooks.processAssets.tap({ name: 'ChunkHashesPlugin', stage: early }, (assets) => {
        this.#stabilize(compilation, assets);
      });
      // Once all names are made of the files' last bytes.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tap({ name: 'ChunkHashesPlugin', stage }, (assets) => {
        this.#fillIn(compilation, assets);
      });
    });
  }

  #entryFile({ entrypoints }) {
    const files = entrypoints.get(this.options.entryName).getFiles();
    return files.findLast((name) => name.endsWith('.js'));
  }

  /** Gives names of files digits that depend on the chunk alone: the bundler's differ with the folder that it builds in. */
  #stabilize(compilation, assets) {
    const { RawSource } = compilation.compiler.webpack.sources;
    const file = this.#entryFile(compilation);
    let text = String(assets[file].source());
    for (const { id, name, before } of this.#hashedFiles(compilation)) {
      const digits = nameHash(`${id}${extname(name)}`);
      text = text.replaceAll(before, digits);
      compilation.renameAsset(name, name.replace(before, digits));
    }
    compilation.updateAsset(file, new RawSource(text));
  }

  #fillIn(compilation, assets) {
    const { filename } = this.options;
    const { RawSource } = compilation.compiler.webpack.sources;
    const file = this.#entryFile(compilation);
    const built = this.#chunkFiles(compilation, assets);
    const withHashes = digitsFromHashes(String(assets[file].source())).replace(PLACEHOLDER, hashList(built));
    // Digits of a hash stand for nothing else.
    const text = built.reduce((code, { before, after }) => code.replaceAll(before, after), inOrder(withHashes));
    for (const { name, before, after, bytes } of built) {
      compilation.updateAsset(name, new RawSource(bytes));
      if (before !== after) compilation.renameAsset(name, name.replace(before, after));
    }
    compilation.updateAsset(file, new RawSource(text));
    compilation.renameAsset(file, filename.replace('[hash]', nameHash(text)));
  }

  /** Scripts and styles of chunks, in the order of ids, with the digits in their name. */
  #hashedFiles({ chunks }) {
    return [...chunks]
      .filter((chunk) => !chunk.hasRuntime())
      .flatMap(({ id, files }) => [...files].map((name) => ({ id, name, before: HASH_IN_NAME.exec(name)?.[1] })))
      .filter(({ before }) => before !== undefined)
      .toSorted((one, other) => Number(one.id) - Number(other.id));
  }

  /** The same, with their last bytes, and the digits of those. */
  #chunkFiles(compilation, assets) {
    return this.#hashedFiles(compilation)
      .map((file) => ({ ...file, bytes: inOrder(String(assets[file.name].source())) }))
      .map((file) => ({ ...file, after: nameHash(file.bytes) }));
  }
}

/** @returns {string} `{12:"sha256-…","12.css":"sha256-…"}` */
function hashList(files) {
  const keyOf = ({ id, name }) => (name.endsWith('.js') ? id : `"${id}.css"`);
  return `{${files.map((file) => `${keyOf(file)}:"sha256-${sha256(file.bytes).digest('base64')}"`).join()}}`;
}
