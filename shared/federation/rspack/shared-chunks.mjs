/** Third-party code and precomputed tokens, which change rarely. */
const THIRD_PARTY = /[\\/]node_modules[\\/]|built-tokens\.json/;

/** The chunk of every page: the shell's own code with its imports. */
const FIRST = 'bootstrap';

/** Names of late chunks in shell/src/remotes/singletons.ts and @solvent/socket. */
const LATER = ['overlays', 'forms', 'rich-text', 'socket'];

const getChunkNames = (module, { chunkGraph }) => [...chunkGraph.getModuleChunks(module)].flatMap(({ name }) => name ?? []);

const getLateChunkNames = (module, graph) => getChunkNames(module, graph).filter((name) => LATER.includes(name));

const group = (name, priority, test) => ({ name, priority, test, enforce: true, chunks: 'async' });

/**
 * The shell's chunks, grouped by use, so that a change of the product's own code keeps the libraries' file.
 *
 * - `libs`: third-party code of every page; `bootstrap`: our own.
 * - One for each late singleton with its own dependencies.
 * - `machines`: dependencies of several late singletons.
 */
export const sharedChunks = {
  default: false,
  defaultVendors: false,
  libs: group(
    'libs',
    50,
    (module, graph) => THIRD_PARTY.test(module.identifier()) && getChunkNames(module, graph).includes(FIRST),
  ),
  machines: group('machines', 40, (module, graph) => getLateChunkNames(module, graph).length > 1),
  ...Object.fromEntries(
    LATER.map((name) => [name, group(name, 30, (module, graph) => getLateChunkNames(module, graph).includes(name))]),
  ),
};
