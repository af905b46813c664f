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
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transformIgnorePatterns: ['/node_modules/'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/', '/\\.data(?:-[^/]+)?/', '/dev/demo/assets/'],
};

/** Tests of features that the embedded database may implement differently (docs/decisions/0044). They also run on PostgreSQL. */
const ON_EMBEDDED = [
  // Connection: types, error codes, concurrency, large texts, prepared statements. Migrations and their lock.
  'platform/db/{database,migrate}',
  // Sorting, search and comparison.
  'features/marketplace/problems/{list,search,spelling-suggestion,similar}',
  'features/toolbox/{catalogue,relevance}',
  'features/messaging/{search,change-message}',
  'features/profiles/find-people',
  // Locks and waiting statements.
  'platform/outbox/outbox',
  'platform/limits/limits',
  'features/marketplace/bids/races',
  // Transactions of each feature, because the database has a single connection.
  'features/accounts/auth/sign-up',
  'features/accounts/deletion/delete-account',
  'features/files/quota-reservation',
  'features/marketplace/{bids/decide-bid,comments/change,problems/edit,reviews/reviews}',
  'features/messaging/{send,mark-read}',
  'features/notifications/notifications',
  'features/toolbox/{purchase,publishing/own}',
];

/** Tests that a transaction pooler may break, because connections keep no state: concurrent writes and lists of each feature. */
const BEHIND_POOLER = [
  'features/accounts/auth/{sign-in,sessions}',
  'features/marketplace/bids/{place-bid,decide-bid}',
  'features/marketplace/problems/{list,search,detail}',
  'features/messaging/{send,mark-read,message-events}',
  'features/notifications/notifications',
  'features/toolbox/{catalogue,purchase}',
  'platform/outbox/outbox',
];

/** Matches tests that start processes or builds, or cause outages. Only `npm run test:all` runs them. */
const PROCESS_TESTS = '\\.process\\.test\\.[a-z]+$';

/** Node loads modules once for all test files of a worker (docs/decisions/0044). */
const api = {
  ...shared,
  testEnvironment: 'node',
  runtime: '<rootDir>/shared/testing/node/runtime.cjs',
  transform: {},
};

const node = { ...shared, testEnvironment: 'node', transform: swc(false) };
const web = {
  ...shared,
  testEnvironment: '<rootDir>/shared/testing/jest-environment-browser.mjs',
  transform: swc(true),
  moduleNameMapper: {
    '\\.css$': '<rootDir>/shared/testing/src/empty-style.ts',
    '\\.woff2$': '<rootDir>/shared/testing/src/font-file.ts',
    // A single module instead of two thousand, because each test file loads them again.
    '^lucide-react$': '<rootDir>/shared/ui/node_modules/lucide-react/dist/cjs/lucide-react.js',
  },
  setupFilesAfterEnv: ['<rootDir>/shared/testing/src/jest-web-setup.ts'],
};

const excludeTests = (...patterns) => ({ testPathIgnorePatterns: [...shared.testPathIgnorePatterns, ...patterns] });
const matchApiFiles = (patterns) => patterns.map((files) => `<rootDir>/api/src/${files}.test.ts`);

/** @type {import('jest').Config} */
export default {
  // In ESM mode, a worker keeps the modules of all its test files. Jest restarts workers before they run out of memory.
  maxWorkers: 2,
  workerIdleMemoryLimit: '700MB',
  // In ms; long, because machines may be busy.
  testTimeout: 180_000,
  projects: [
    {
      ...web,
      ...excludeTests(PROCESS_TESTS, '/shared/(?:object-store|releases)/'),
      displayName: 'web',
      testMatch: ['<rootDir>/{shell,mf-*,shared/*}/src/**/*.test.{ts,tsx}'],
    },
    { ...web, displayName: 'web-processes', testMatch: ['<rootDir>/{shell,mf-*,shared/*}/src/**/*.process.test.{ts,tsx}'] },
    {
      ...node,
      ...excludeTests(PROCESS_TESTS),
      displayName: 'node',
      testMatch: [
        '<rootDir>/{delivery,e2e,scripts}/**/*.test.{ts,mjs}',
        '<rootDir>/shared/{object-store,releases}/src/**/*.test.ts',
        '<rootDir>/shared/federation/rspack/*.test.mjs',
        '<rootDir>/shell/*.test.mjs',
      ],
    },
    { ...node, displayName: 'node-processes', testMatch: ['<rootDir>/{delivery,e2e,scripts}/**/*.process.test.{ts,mjs}'] },
    { ...api, ...excludeTests(PROCESS_TESTS), displayName: 'api', testMatch: ['<rootDir>/{api,dev}/**/*.test.ts'] },
    { ...api, displayName: 'api-processes', testMatch: ['<rootDir>/{api,dev}/**/*.process.test.ts'] },
    { ...api, displayName: 'api-pooler', testMatch: matchApiFiles(BEHIND_POOLER) },
    // Uses the embedded database, because TEST_DATABASE_URL is not set.
    { ...api, displayName: 'api-embedded', testMatch: matchApiFiles(ON_EMBEDDED) },
  ],
};
