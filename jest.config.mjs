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

/** What the embedded database may do differently (docs/decisions/0044). These files run on PostgreSQL, too. */
const ON_EMBEDDED = [
  // The connection: types, codes, many at once, large texts, prepared statements; migrations and their lock.
  'platform/db/{database,migrate}',
  // Sorting, searching, comparing.
  'features/marketplace/problems/{list,search,spelling-suggestion,similar}',
  'features/toolbox/catalogue',
  'features/messaging/{search,change-message}',
  'features/profiles/find-people',
  // Locks and what waits for them.
  'platform/outbox/outbox',
  'platform/limits/limits',
  'features/marketplace/bids/races',
  // Transactions on its one connection, of each feature that has them.
  'features/accounts/auth/sign-up',
  'features/accounts/deletion/delete-account',
  'features/files/quota-reservation',
  'features/marketplace/{bids/decide-bid,comments/change,problems/edit,reviews/reviews}',
  'features/messaging/{send,mark-read}',
  'features/notifications/notifications',
  'features/toolbox/{purchase,publishing/own}',
];

/** What a transaction pooler may break, since connections keep no state: writes that race, and lists, of each feature. */
const BEHIND_POOLER = [
  'features/accounts/auth/{sign-in,sessions}',
  'features/marketplace/bids/{place-bid,decide-bid}',
  'features/marketplace/problems/{list,search,detail}',
  'features/messaging/{send,mark-read,message-events}',
  'features/notifications/notifications',
  'features/toolbox/{catalogue,purchase}',
  'platform/outbox/outbox',
];

/** Tests that start programs, replicas, outages or builds: part of `npm run test:all`. */
const PROCESSES = '\\.process\\.test\\.[a-z]+$';

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
    // One module instead of two thousand, which each test file would load anew.
    '^lucide-react$': '<rootDir>/shared/ui/node_modules/lucide-react/dist/cjs/lucide-react.js',
  },
  setupFilesAfterEnv: ['<rootDir>/shared/testing/src/jest-web-setup.ts'],
};

const leavingOut = (...patterns) => ({ testPathIgnorePatterns: [...shared.testPathIgnorePatterns, ...patterns] });
const apiFiles = (patterns) => patterns.map((files) => `<rootDir>/api/src/${files}.test.ts`);

/** @type {import('jest').Config} */
export default {
  // In ESM mode a process keeps every module of every test file: workers are renewed before they run out of memory.
  maxWorkers: 2,
  workerIdleMemoryLimit: '700MB',
  // Only how long a failing test waits (ms); generous, since machines may be busy.
  testTimeout: 180_000,
  projects: [
    {
      ...web,
      ...leavingOut(PROCESSES, '/shared/(?:object-store|releases)/'),
      displayName: 'web',
      testMatch: ['<rootDir>/{shell,mf-*,shared/*}/src/**/*.test.{ts,tsx}'],
    },
    { ...web, displayName: 'web-processes', testMatch: ['<rootDir>/{shell,mf-*,shared/*}/src/**/*.process.test.{ts,tsx}'] },
    {
      ...node,
      ...leavingOut(PROCESSES),
      displayName: 'node',
      testMatch: [
        '<rootDir>/{delivery,e2e,scripts}/**/*.test.{ts,mjs}',
        '<rootDir>/shared/{object-store,releases}/src/**/*.test.ts',
        '<rootDir>/shared/federation/rspack/*.test.mjs',
        '<rootDir>/shell/*.test.mjs',
      ],
    },
    { ...node, displayName: 'node-processes', testMatch: ['<rootDir>/{delivery,e2e,scripts}/**/*.process.test.{ts,mjs}'] },
    { ...api, ...leavingOut(PROCESSES), displayName: 'api', testMatch: ['<rootDir>/{api,dev}/**/*.test.ts'] },
    { ...api, displayName: 'api-processes', testMatch: ['<rootDir>/{api,dev}/**/*.process.test.ts'] },
    { ...api, displayName: 'api-pooler', testMatch: apiFiles(BEHIND_POOLER) },
    // Runs without TEST_DATABASE_URL, that is on the embedded database.
    { ...api, displayName: 'api-embedded', testMatch: apiFiles(ON_EMBEDDED) },
  ],
};
