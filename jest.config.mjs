const swc = (jsx) => ({
  '^.+\\.(ts|tsx|mjs|js)$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: jsx },
        target: 'es2022',
        experimental: { keepImportAttributes: true },
        ...(jsx ? { transform: { react: { runtime: 'automatic' } } } : {}),
      },
      module: { type: 'es6' },
    },
  ],
});

const shared = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transformIgnorePatterns: ['/node_modules/'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/', '/\\.data/', '/dev/demo/assets/'],
};

/** What the embedded database may do in another way (docs/decisions/0044). These files run on PostgreSQL, too. */
const ON_EMBEDDED = [
  // The connection: types, codes, many at once, large texts, prepared statements; migrations and their lock.
  'platform/db/{database,migrate}',
  // Sorting, searching, comparing.
  'features/marketplace/problems/{list,search,alike-words,similar}',
  'features/toolbox/catalogue',
  'features/messaging/{search,changing}',
  'features/accounts/profiles/find-people',
  // Locks and what waits for them.
  'platform/outbox/outbox',
  'platform/limits/limits',
  'features/marketplace/bids/races',
  // Transactions on its one connection, of each feature that has them.
  'features/accounts/auth/sign-up',
  'features/accounts/deletion/delete-account',
  'features/files/upload-room',
  'features/marketplace/{bids/decide-bid,comments/change,problems/edit,reviews/reviews}',
  'features/messaging/{send,read}',
  'features/notifications/notifications',
  'features/toolbox/{purchase,publishing/own}',
];

/** By Node itself, which compiles and loads a module once for all test files of a worker. */
const api = { ...shared, testEnvironment: 'node', runtime: '<rootDir>/shared/testing/node/runtime.cjs', transform: {} };

/** @type {import('jest').Config} */
export default {
  // In ESM mode a process keeps every module of every test file: workers are renewed before they choke on it.
  maxWorkers: 2,
  workerIdleMemoryLimit: '700MB',
  // A busy machine is slow, not wrong: this only bounds how long a failing test waits (ms).
  testTimeout: 180_000,
  projects: [
    {
      ...shared,
      displayName: 'web',
      testEnvironment: '<rootDir>/shared/testing/jest-environment-browser.mjs',
      testMatch: ['<rootDir>/{shell,mf-*,shared/*}/src/**/*.test.{ts,tsx}'],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, '/shared/(?:object-store|releases)/'],
      transform: swc(true),
      moduleNameMapper: {
        '\\.css$': '<rootDir>/shared/testing/src/empty-style.ts',
        '\\.woff2$': '<rootDir>/shared/testing/src/font-file.ts',
        // One module in place of two thousand, for each file anew.
        '^lucide-react$': '<rootDir>/shared/ui/node_modules/lucide-react/dist/cjs/lucide-react.js',
      },
      setupFilesAfterEnv: ['<rootDir>/shared/testing/src/jest-web-setup.ts'],
    },
    {
      ...shared,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: [
        '<rootDir>/{delivery,scripts}/**/*.test.{ts,mjs}',
        '<rootDir>/shared/{object-store,releases}/src/**/*.test.ts',
        '<rootDir>/shared/federation/rspack/*.test.mjs',
        '<rootDir>/shell/*.test.mjs',
      ],
      transform: swc(false),
    },
    { ...api, displayName: 'api', testMatch: ['<rootDir>/{api,dev}/**/*.test.ts'] },
    // What reads or waits in another way there (docs/decisions/0044): run without TEST_DATABASE_URL.
    { ...api, displayName: 'api-embedded', testMatch: ON_EMBEDDED.map((files) => `<rootDir>/api/src/${files}.test.ts`) },
  ],
};
