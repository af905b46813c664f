import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { devices } from '@playwright/test';
import type { PlaywrightTestConfig } from '@playwright/test';
import { NO_SETTINGS } from '../scripts/test/no-settings.mjs';
import { launchOptions } from './src/browser.ts';
import { getClusterSettingsFile } from './src/setup/cluster-settings.ts';
import { requireServedBuilds } from './src/composition/run-overrides.ts';

const PORT = process.env.E2E_PORT ?? '4300';
const IDENTITY_PORT = process.env.E2E_IDENTITY_PORT ?? '9399';
const baseURL = process.env.E2E_URL ?? `http://localhost:${PORT}`;
// Set-up runs outside of any project: this is how it knows.
process.env.E2E_BASE_URL = baseURL;

// run.mjs names a folder and removes it. Other programs that read this file must not leave one behind: the server creates it.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `solvent-e2e-${process.pid}`);

// A candidate that nobody serves is told of before anything is started. Workers read this file again, too.
if (process.env.TEST_WORKER_INDEX === undefined) await requireServedBuilds();

/** Node fires longer timers at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const isCluster = process.env.E2E_CLUSTER !== undefined;

const webServer: PlaywrightTestConfig['webServer'] = {
  // The shell gives its place to it: where this run is killed, it hears so.
  command: isCluster
    ? `exec node ../scripts/cluster.mjs --servers 2 --settings ${getClusterSettingsFile()}`
    : 'node ../scripts/start.mjs',
  // A page, and not the API's health: nothing may be live yet when the API answers.
  url: `${baseURL}/privacy`,
  // No time limit: the setup prints its progress, and exits if it cannot continue.
  timeout: MAX_TIMER_MS,
  gracefulShutdown: { signal: 'SIGTERM', timeout: isCluster ? 60_000 : 15_000 },
  stdout: 'pipe',
  env: {
    ...NO_SETTINGS,
    PORT,
    IDENTITY_PORT,
    DATA_DIR: process.env.E2E_DATA_DIR,
    SEED: 'demo',
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
  },
};

export const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };

/** What the whole suite and the smoke tests have in common: the deployed product of `E2E_URL`, else one of their own. */
export const base: PlaywrightTestConfig = {
  outputDir: 'test-results',
  globalSetup: './src/setup/apply-overrides.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // More than the cores of CI: tests wait for clocks, too, as a toast's 4 s and the 30 s of somebody offline.
  workers: 3,
  // What passes only when it is done again has failed.
  retries: 1,
  failOnFlakyTests: true,
  // These only bound how long what fails waits: tests of ten seconds here take several times that on a busy machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL,
    // What the site's worker answers, tests that answer in the place of the server do not see (decision 0060).
    serviceWorkers: 'block',
    // A test that failed is done again for its trace: recording one of every test takes a tenth of the time.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(),
  },
  ...(process.env.E2E_URL ? {} : { webServer: webServer }),
};
