/** Other people's code, and what was made of Chakra's tokens: a change of the product's own code leaves it as it is. */
const THIRD_PARTY = /[\\/]node_modules[\\/]|built-tokens\.json/;

/** What every page loads: the shell's own code and all that it imports. */
const FIRST = 'bootstrap';

/**
 * The chunks of what loads when it is first used, by their names in shell/src/remotes/singletons.ts; of the socket, by that in
 * @solvent/socket.
 */
const LATER = ['overlays', 'forms', 'rich-text', 'socket'];

/** Names of the chunks that a module would be in. */
const namesOf = (module, { chunkGraph }) => [...chunkGraph.getModuleChunks(module)].flatMap(({ name }) => name ?? []);

const laterOf = (module, graph) => namesOf(module, graph).filter((name) => LATER.includes(name));

const group = (name, priority, test) => ({ name, priority, test, enforce: true, chunks: 'async' });

/**
 * The shell's chunks, by who needs them and not by what they are of: whatever a page loads first is needed by it, and a change of
 * the product's own code leaves the libraries where they are.
 *
 * - `libs`: other people's code that every page needs; `bootstrap`: our own (the shell's and what is shared).
 * - One for each singleton that loads when it is used, with all that it alone needs.
 * - `machines`: what several of those need.
 */
export const sharedChunks = {
  default: false,
  defaultVendors: false,
  libs: group('libs', 50, (module, graph) => THIRD_PARTY.test(module.identifier()) && namesOf(module, graph).includes(FIRST)),
  machines: group('machines', 40, (module, graph) => laterOf(module, graph).length > 1),
  ...Object.fromEntries(LATER.map((name) => [name, group(name, 30, (module, graph) => laterOf(module, graph).includes(name))])),
};
