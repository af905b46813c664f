const FILE_TEXT = 'export const planted = 1;\n';

const imports = (...names) => names.map((name) => `import '${name}';\n`).join('');

/** Files by path: the text, and the rule that it breaks. */
const VIOLATIONS = {
  'shell/src/planted-remote.ts': [imports('../../mf-one/src/remote.ts'), 'nothing-imports-a-remote'],
  'mf-two/src/planted-sibling.ts': [imports('../../mf-one/src/remote.ts'), 'nothing-imports-a-remote'],
  'mf-one/src/planted-shell.ts': [imports('../../shell/src/main.ts'), 'page-code-stands-on-shared'],
  'mf-one/src/planted-server.ts': [imports('../../api/src/app.ts'), 'page-code-stands-on-shared'],
  'api/src/planted-ui.ts': [imports('../../shared/ui/src/index.ts'), 'server-code-stands-on-contracts'],
  'api/src/planted-delivery.ts': [imports('../../delivery/src/cli.ts'), 'server-code-stands-on-contracts'],
  'delivery/src/planted-api.ts': [imports('../../api/src/app.ts'), 'server-code-stands-on-contracts'],
  'api/src/platform/planted-script.ts': [imports('../../../scripts/setup/build.mjs'), 'server-needs-no-scripts'],
  'shared/store/src/planted-user.ts': [imports('../../../shell/src/main.ts'), 'shared-knows-no-user'],
  'mf-one/src/planted-store.ts': [imports('../../shared/object-store/src/index.ts'), 'stores-stay-on-servers'],
  'api/src/planted-demo.ts': [imports('../../dev/demo/src/demo.ts'), 'dev-is-not-shipped'],
  'mf-one/src/features/list/planted-feature.ts': [imports('../detail/detail.ts'), 'features-are-apart'],
  'api/src/platform/planted-feature.ts': [imports('../features/bids/bids.ts'), 'platform-knows-no-feature'],
  'api/src/features/files/planted-inside.ts': [imports('../bids/bids.ts'), 'features-meet-at-index'],
  'api/src/planted-entry.ts': [imports('./features/bids/bids.ts'), 'features-are-entered-by-index'],
  'api/src/features/bids/planted-deps.ts': [imports('../../app.ts'), 'features-declare-their-dependencies'],
  'api/src/schema/planted-table.ts': [imports('../features/bids/index.ts'), 'tables-know-no-feature'],
  'api/src/features/offers/planted-circle.ts': [imports('../bids/index.ts'), 'folder-cycle'],
  'api/src/features/bids/planted-circle.ts': [imports('../offers/index.ts'), 'folder-cycle'],
  'shared/contracts/src/planted-react.ts': [imports('react'), 'contracts-are-plain'],
  'shared/federation/src/manifest/planted-node.ts': [imports('node:fs'), 'contracts-need-no-node'],
  'mf-one/src/planted-test-code.ts': [imports('../../shared/testing/src/index.ts'), 'tests-are-not-shipped'],
  'mf-one/src/planted-chakra.ts': [imports('@chakra-ui/react'), 'chakra-through-ui'],
  'shell/src/planted-router.ts': [imports('react-router-dom'), 'router-through-router'],
  'mf-one/src/planted-zustand.ts': [imports('zustand'), 'zustand-through-store'],
  'mf-one/src/planted-axios.ts': [imports('axios'), 'requests-through-http'],
  'api/src/planted-bucket.ts': [imports('@aws-sdk/client-s3'), 'buckets-through-object-store'],
  'shell/src/planted-socket.ts': [imports('socket.io-client'), 'socket-through-socket'],
  'shell/src/planted-cycle-back.ts': [imports('./planted-cycle.ts'), 'no-cycle'],
  'shell/src/frame/planted-circle.ts': [imports('../palette/planted-circle.ts'), 'folder-cycle'],
  'shell/src/palette/planted-circle.ts': [imports('../frame/frame.ts'), 'folder-cycle'],
  'shell/src/planted-missing.ts': [imports('./not-there.ts'), 'found'],
  'mf-one/src/planted-unlisted.ts': [imports('react'), 'unlisted'],
};

/** Targets of the violations' imports. */
const IMPORTED_FILES = [
  'shell/src/main.ts',
  'shell/src/frame/frame.ts',
  'mf-one/src/remote.ts',
  'mf-one/src/features/detail/detail.ts',
  'api/src/app.ts',
  'api/src/features/bids/bids.ts',
  'api/src/features/bids/index.ts',
  'api/src/features/offers/index.ts',
  'delivery/src/cli.ts',
  'shared/object-store/src/index.ts',
  'scripts/setup/build.mjs',
  'dev/demo/src/demo.ts',
  'shared/ui/src/index.ts',
  'shared/testing/src/index.ts',
];

const LIBRARIES = ['react', '@chakra-ui/react', 'react-router-dom', 'zustand', 'axios', 'socket.io-client', '@aws-sdk/client-s3'];

/** A small workspace in which each boundary rule is broken. */
export const PLANTED = {
  folders: ['shell', 'mf-one', 'mf-two', 'api', 'delivery', 'dev', 'shared'],
  files: {
    'package.json': '{ "name": "planted", "private": true }\n',
    'mf-one/package.json': '{ "name": "@solvent/mf-one", "dependencies": {} }\n',
    ...Object.fromEntries(IMPORTED_FILES.map((path) => [path, FILE_TEXT])),
    'shell/src/planted-cycle.ts': imports('./planted-cycle-back.ts'),
    ...Object.fromEntries(LIBRARIES.map((name) => [`node_modules/${name}/index.js`, FILE_TEXT])),
    ...Object.fromEntries(
      LIBRARIES.map((name) => [`node_modules/${name}/package.json`, `{ "name": "${name}", "version": "1.0.0" }\n`]),
    ),
    ...Object.fromEntries(Object.entries(VIOLATIONS).map(([path, [text]]) => [path, text])),
  },
  violations: Object.entries(VIOLATIONS).map(([path, [, rule]]) => `${rule} in ${path}`),
};
