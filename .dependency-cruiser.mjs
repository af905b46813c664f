/** Who may import whom (docs/architecture.md). `scripts/boundaries.mjs` runs it, and proves that each rule still catches. */

const TESTS = '\\.test\\.tsx?$|^shared/testing/|^e2e/|/src/testing/|/test-[^/]+\\.ts$|/jest[^/]*$|/playwright[^/]*$';

/** A library that one shared package keeps to itself, so that it is in the page once and only with what the product uses. */
const facade = (name, owner, libraries, others = []) => ({
  name,
  comment: `Only ${owner} may import it: use what ${owner} exports, and add there what is missing.`,
  severity: 'error',
  from: { pathNot: [`^${owner}/`, ...others] },
  to: { path: `node_modules/(?:${libraries.join('|')})(?:/|$)` },
});

/** Folders with generated files. */
const MADE = ['dist', '\\.data[^/]*', 'coverage', 'test-results', 'playwright-report'];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'nothing-imports-a-remote',
      comment: 'Remotes are met at run time only: go through a shared package or a slot.',
      severity: 'error',
      from: { path: '^(mf-[^/]+|[^/]+)/' },
      to: { path: '^mf-[^/]+/', pathNot: '^$1/' },
    },
    {
      name: 'page-code-stands-on-shared',
      comment: 'Shell and remotes import themselves and shared packages.',
      severity: 'error',
      from: { path: '^(mf-[^/]+|shell)/' },
      to: { path: '^(?:shell|api|delivery|e2e|scripts)/', pathNot: '^$1/' },
    },
    {
      name: 'server-code-stands-on-contracts',
      comment:
        'API and delivery import themselves, the contracts, the manifest, what a rendered page is, the stores of objects and releases, and what reads settings; delivery also the checksums of builds, and what runs one.',
      severity: 'error',
      from: { path: '^(api|delivery)/' },
      to: {
        path: '^(?:shared|shell|api|delivery|e2e|scripts)/',
        pathNot:
          '^(?:$1|shared/contracts|shared/federation/src/(?:manifest|runtime)|shared/object-store|shared/releases|shared/setup|scripts/(?:cluster|setup|test))/|^scripts/rspack-node|^shared/federation/(?:rspack/(?:checksums|icon-nodes)|src/rendering)\\.',
      },
    },
    {
      name: 'server-needs-no-scripts',
      comment: 'What the API and scripts share is in shared/setup.',
      severity: 'error',
      from: { path: '^api/src/', pathNot: TESTS },
      to: { path: '^scripts/' },
    },
    {
      name: 'shared-knows-no-user',
      comment: 'A shared package imports shared packages only.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(?:shell|api|delivery|e2e|scripts)/' },
    },
    {
      name: 'stores-stay-on-servers',
      comment: 'Stores of objects and releases are for programs of the server: a page asks the API.',
      severity: 'error',
      from: { path: '^(?:shell|mf-[^/]+|shared/(?!object-store/|releases/)[^/]+)/' },
      to: { path: '^shared/(?:object-store|releases)/' },
    },
    {
      name: 'dev-is-not-shipped',
      comment: 'What is for development alone knows the API: nothing that ships knows it, and of it only tests and scripts do.',
      severity: 'error',
      from: { pathNot: `${TESTS}|^(?:dev|scripts)/` },
      to: { path: '^dev/' },
    },
    {
      name: 'features-are-apart',
      comment: 'A feature does not import its sibling: what both need belongs beside the features.',
      severity: 'error',
      from: { path: '^((?:mf-[^/]+|shell))/src/features/([^/]+)/' },
      to: { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' },
    },
    {
      name: 'features-meet-at-index',
      comment: "A feature of the API uses what another's index.ts exports, and reads tables of api/src/schema: never its inside.",
      severity: 'error',
      from: { path: '^api/src/features/([^/]+)/', pathNot: TESTS },
      to: { path: '^api/src/features/', pathNot: '^api/src/features/(?:$1/|[^/]+/index\\.ts$)' },
    },
    {
      name: 'features-are-entered-by-index',
      comment: 'The rest of the API uses what the index.ts of a feature exports.',
      severity: 'error',
      from: { path: '^api/src/(?!features/)', pathNot: TESTS },
      to: { path: '^api/src/features/[^/]+/(?!index\\.ts$)' },
    },
    {
      name: 'features-declare-their-dependencies',
      comment: 'A feature uses its own deps.ts, features below it, tables and the platform: nothing that composes them.',
      severity: 'error',
      from: { path: '^api/src/features/', pathNot: TESTS },
      to: { path: '^api/src/(?!features/|platform/|schema/)' },
    },
    {
      name: 'tables-know-no-feature',
      comment: 'Tables are below the features, which all may read them.',
      severity: 'error',
      from: { path: '^api/src/schema/' },
      to: { path: '^api/src/(?!schema/|platform/)' },
    },
    {
      name: 'platform-knows-no-feature',
      comment: "The API's platform imports no feature, no table of a feature, and nothing that is composed of them.",
      severity: 'error',
      from: { path: '^api/src/platform/', pathNot: TESTS },
      to: { path: '^api/src/(?!platform/)' },
    },
    {
      name: 'contracts-are-plain',
      comment: 'Contracts and manifest run in the browser and on the server: no React, no Node, no other package of ours.',
      severity: 'error',
      from: { path: '^shared/(contracts|federation/src/manifest)/', pathNot: TESTS },
      to: { path: '^(?:shared|shell)/|node_modules/(?:@types/)?react', pathNot: '^shared/$1/' },
    },
    {
      name: 'contracts-need-no-node',
      comment: 'Contracts and manifest run in the browser, too.',
      severity: 'error',
      from: { path: '^shared/(?:contracts|federation/src/manifest)/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'tests-are-not-shipped',
      comment: 'What ships imports no test code.',
      severity: 'error',
      from: { pathNot: `${TESTS}|^scripts/|^dev/bucket/` },
      to: { path: '\\.test\\.tsx?$|^shared/testing/|/src/testing/|^scripts/(?:cluster|test)/' },
    },
    facade('chakra-through-ui', 'shared/ui', [
      '@chakra-ui',
      '@ark-ui',
      '@emotion',
      'react-toastify',
      'markdown-it',
      'markdown-it-footnote',
    ]),
    facade('router-through-router', 'shared/router', ['react-router', 'react-router-dom']),
    facade('zustand-through-store', 'shared/store', ['zustand']),
    // The network fake of tests answers in axios' place.
    facade('requests-through-http', 'shared/http', ['axios', '@tanstack/react-query'], ['^shared/testing/']),
    facade('buckets-through-object-store', 'shared/object-store', ['@aws-sdk']),
    facade('socket-through-socket', 'shared/socket', ['socket\\.io-client'], ['^api/', '^dev/', '^e2e/']),
    {
      name: 'no-cycle',
      comment: 'Modules that import each other cannot be tested or moved apart. Types may: they are gone when it runs.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'found',
      comment: 'An import must be found.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Earlier versions of demo modules hold only what differs: the rest lies with the version of now.
    // Installed packages are not excluded: most are in a folder `dist`, and imports of them would be missed.
    exclude: {
      path: [...MADE.map((folder) => `^(?:[^/]+/|[^/]+/[^/]+/|)${folder}/`), '^dev/demo/assets/earlier/'],
    },
    combinedDependencies: false,
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'browser', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.jsx', '.json', '.d.ts'],
    },
  },
};
