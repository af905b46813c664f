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
  modulePathIgnorePatterns: ['/dist/', '/\\.data/'],
};

/** @type {import('jest').Config} */
export default {
  // In ESM mode a process keeps every module of every test file: workers are renewed before they choke on it.
  maxWorkers: 2,
  workerIdleMemoryLimit: '700MB',
  // A busy machine is slow, not wrong: this only bounds how long a failing test waits (ms).
  testTimeout: 60_000,
  projects: [
    {
      ...shared,
      displayName: 'web',
      testEnvironment: '<rootDir>/shared/testing/jest-environment-browser.mjs',
      testMatch: ['<rootDir>/{shell,mf-*,shared/*}/src/**/*.test.{ts,tsx}'],
      transform: swc(true),
      moduleNameMapper: { '\\.css$': '<rootDir>/shared/testing/src/empty-style.ts' },
      setupFilesAfterEnv: ['<rootDir>/shared/testing/src/jest-web-setup.ts'],
    },
    {
      ...shared,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: [
        '<rootDir>/{delivery,scripts}/**/*.test.{ts,mjs}',
        '<rootDir>/shared/federation/rspack/*.test.mjs',
        '<rootDir>/shell/*.test.mjs',
      ],
      transform: swc(false),
    },
    {
      ...shared,
      displayName: 'api',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/{api,dev}/**/*.test.ts'],
      transform: swc(false),
    },
  ],
};
