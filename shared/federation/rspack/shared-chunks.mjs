const THIRD_PARTY = /[\\/]node_modules[\\/]|built-tokens\.json/;

/** A chunk of its own, so that it is evaluated while the other libraries are loaded. */
const REACT = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/;

const FIRST = 'bootstrap';

/** Names of late chunks in shell/src/remotes/singletons.ts and @solvent/socket. */
const LATER = ['overlays', 'forms', 'rich-text', 'socket'];

const getChunkNames = (module, { chunkGraph }) => [...chunkGraph.getModuleChunks(module)].flatMap(({ name }) => name ?? []);

const getLateChunkNames = (module, graph) => getChunkNames(module, graph).filter((name) => LATER.includes(name));

const group = (name, priority, test) => ({ name, priority, test, enforce: true, chunks: 'async' });

/** Groups the shell's chunks so that a product change keeps cached libraries. `machines` has dependencies of several singletons. */
export const sharedChunks = {
  default: false,
  defaultVendors: false,
  react: group('react', 60, (module) => REACT.test(module.identifier())),
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
