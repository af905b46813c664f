import { SERVER_BUNDLE } from './server-bundle-plugin.mjs';
import { getConsumedSingletons } from './singleton-names.mjs';
import { SINGLETONS } from './singletons.mjs';

/** Fonts of other scripts load on demand. */
export const FIRST_FONT = /(^|[/-])latin-(?!ext).*\.woff2$/;

const containsFile = ({ resource, modules = [] }, file) =>
  resource === file || modules.some((module) => module.resource === file);

/** Code that a content policy refuses. Only names its library; the check of the built script decides. */
const EVALUATES = /\bnew Function\s*\(|(?<![.\w$])(?:Function|eval)\s*\(/;

const getLibraryName = (resource = '') =>
  /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/](?!.*[\\/]node_modules[\\/])/.exec(resource)?.[1];

/** Lists installed libraries by script, the largest first. */
function librariesIn({ chunks, chunkGraph }) {
  const scripts = [...chunks].flatMap((chunk) => {
    const modules = [...chunkGraph.getChunkModules(chunk)].flatMap((module) => [...(module.modules ?? [module])]);
    const libraries = new Map();
    for (const module of modules) {
      const name = getLibraryName(module.resource);
      if (name === undefined) continue;
      const { bytes = 0, evaluates = false } = libraries.get(name) ?? {};
      const isFound = evaluates || EVALUATES.test(String(module.originalSource()?.source() ?? ''));
      libraries.set(name, { name, bytes: bytes + module.size(), ...(isFound && { evaluates: true }) });
    }
    const found = [...libraries.values()].toSorted((one, other) => other.bytes - one.bytes || (one.name < other.name ? -1 : 1));
    return found.length === 0 ? [] : [...chunk.files].filter((file) => file.endsWith('.js')).map((file) => [file, found]);
  });
  return Object.fromEntries(scripts.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function listSingletonsIn({ chunkGraph, namedChunkGroups }, page) {
  const chunks = namedChunkGroups.get(page)?.chunks ?? [];
  const taken = new Set(chunks.flatMap((chunk) => [...chunkGraph.getChunkModules(chunk)].flatMap(getConsumedSingletons)));
  return SINGLETONS.filter((name) => taken.has(name));
}

/** Emits `build-files.json` (manifest/build-files.ts). Fails the build if a chunk is missing or names of singletons are unknown. */
export class BuildFilesPlugin {
  /**
   * @param {{ entryName: string, always: string[], chunks: string[], shared: Record<string, string>,
   *   singletonFiles: Record<string, string>, names: (compilation: import('@rspack/core').Compilation) => Record<string, string[]> }} options
   *   names of the entry, of the chunk groups that every route needs, and of those of one route each; singletons with their version
   *   (shell) or range (remote), and the files of those that the build provides; returns the used or exported names by singleton
   */
  constructor(options) {
    this.options = options;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('BuildFilesPlugin', (compilation) => {
      let names;
      compilation.hooks.afterOptimizeModules.tap('BuildFilesPlugin', () => {
        names = this.#namesIn(compilation);
      });
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'BuildFilesPlugin', stage }, () => {
        for (const name of this.options.chunks.filter((chunk) => !compilation.namedChunkGroups.get(chunk))) {
          const message = `remote.json names the page "${name}", and src/remote.tsx has no loader of that name among its pages.`;
          compilation.errors.push(new compiler.webpack.WebpackError(message));
        }
        const libraries = librariesIn(compilation);
        const described = { ...this.#describe(compilation), names, ...(Object.keys(libraries).length > 0 && { libraries }) };
        const text = JSON.stringify(described, null, 2);
        compilation.emitAsset('build-files.json', new sources.RawSource(text));
      });
    });
  }

  #namesIn(compilation) {
    try {
      return this.options.names(compilation);
    } catch (error) {
      compilation.errors.push(new compilation.compiler.webpack.WebpackError(error.message));
      return undefined;
    }
  }

  #provided({ chunks, chunkGraph, namedChunkGroups }, always) {
    const listLateScripts = (file) => {
      const holders = [...chunks].filter((chunk) =>
        chunkGraph.getChunkModules(chunk).some((module) => containsFile(module, file)),
      );
      const files = holders.flatMap(({ name }) => namedChunkGroups.get(name)?.getFiles() ?? []);
      return [...new Set(files)].filter((script) => script.endsWith('.js') && !always.has(script));
    };
    const scripts = Object.entries(this.options.singletonFiles).map(([name, file]) => [name, listLateScripts(file)]);
    return Object.fromEntries(scripts.filter(([, files]) => files.length > 0));
  }

  #describe(compilation) {
    const { entryName, always, chunks, shared } = this.options;
    const group = (name) => compilation.namedChunkGroups.get(name)?.getFiles() ?? [];
    const scripts = (files) => [...new Set(files)].filter((file) => file.endsWith('.js'));
    const entryFiles = compilation.entrypoints.get(entryName)?.getFiles() ?? [];
    const entry = scripts(entryFiles).at(-1);
    const alwaysFiles = always.flatMap(group);
    return {
      entry,
      server: Object.keys(compilation.assets).find((file) => SERVER_BUNDLE.test(file)),
      styles: [...new Set([...entryFiles, ...alwaysFiles])].filter((file) => file.endsWith('.css')),
      always: scripts(alwaysFiles),
      chunks: Object.fromEntries(chunks.map((name) => [name, scripts(group(name))])),
      takes: Object.fromEntries(chunks.map((name) => [name, listSingletonsIn(compilation, name)])),
      provides: this.#provided(compilation, new Set(alwaysFiles)),
      fonts: Object.keys(compilation.assets).filter((file) => FIRST_FONT.test(file)),
      shared,
    };
  }
}
