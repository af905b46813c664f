const PACKAGE = (names) => `[\\\\/]node_modules[\\\\/](?:${names})[\\\\/]`;
const WORKSPACE = (paths) => `[\\\\/]shared[\\\\/](?:${paths.replaceAll('/', '[\\\\/]')})`;

/** Parts of Chakra and what is below it: by folder of the component, or by package of its state machine. */
const PARTS = (names) => `(?:@zag-js|components)[\\\\/](?:${names})[\\\\/]`;

/** The lists of part names are needed by the theme, so they are never split off with their component. */
const matching = (...sources) => new RegExp(`^(?!.*anatomy).*(?:${sources.join('|')})`);
const matchingAny = (...sources) => new RegExp(sources.join('|'));

const chunk = (name, priority, test) => ({ name, priority, test, enforce: true, chunks: 'async' });

/**
 * The places where a shared library is taken from the page, out of the chunks that have no name: what such a chunk is called
 * would be made of their names, which hold the path of this machine (`PortableIdsPlugin`). They are no files.
 */
const uses = {
  type: 'consume-shared-module',
  name: (module) => module.libIdent({ context: '' }),
  enforce: true,
  chunks: ({ name }) => name === undefined,
};

/**
 * Shared libraries in a few files of known names, in place of some thirty: fewer requests, and a page can hint them
 * (docs/decisions/0001-share-facades.md). `core` and `data` are needed by every page, the others load when used.
 */
export const sharedChunks = {
  default: false,
  defaultVendors: false,
  uses,
  overlays: chunk(
    'overlays',
    30,
    matching(
      PARTS(
        'dialog|drawer|menu|popover|tooltip|portal|dismissable|focus-trap|remove-scroll|popper|aria-hidden|interact-outside|presence',
      ),
      PACKAGE('@floating-ui'),
      WORKSPACE('ui/src/overlays'),
    ),
  ),
  forms: chunk(
    'forms',
    30,
    matching(
      PARTS('checkbox|switch|slider|select|native-select'),
      PACKAGE('formik|yup|lodash|lodash-es|property-expr|tiny-case|toposort|react-fast-compare|deepmerge|tiny-warning'),
      WORKSPACE('ui/src/forms|contracts/src/rules'),
    ),
  ),
  // State machines under dialogs and form controls; the few modules that plain fields use of them stay in `core`.
  machines: chunk(
    'machines',
    25,
    matching(
      `@zag-js[\\\\/](?!anatomy|auto-resize|core[\\\\/]dist[\\\\/]merge-props|utils[\\\\/]dist[\\\\/](?:functions|guard)|dom-query[\\\\/]dist[\\\\/](?:node|shared|computed-style))`,
    ),
  ),
  socket: chunk(
    'socket',
    30,
    matching(PACKAGE('socket.io-client|socket.io-parser|engine.io-client|engine.io-parser|@socket.io')),
  ),
  core: chunk(
    'core',
    20,
    matchingAny(
      PACKAGE(
        'react|react-dom|scheduler|@emotion|stylis|@chakra-ui|@ark-ui|@zag-js|@pandacss|react-router|react-router-dom|fast-safe-stringify|clsx|hoist-non-react-statics|react-is|lucide-react',
      ),
      WORKSPACE('(?:ui/src(?!/markdown)|router/src)'),
    ),
  ),
  data: chunk('data', 20, matching(PACKAGE('axios|@tanstack|zustand'), WORKSPACE('(?:store|http|socket|contracts)/src'))),
};
