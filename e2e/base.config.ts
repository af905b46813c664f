import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { devices } from '@playwright/test';
import type { PlaywrightTestConfig } from '@playwright/test';
import { NO_SETTINGS } from '../scripts/test/no-settings.mjs';
import { getLaunchOptions } from './src/browser.ts';
import { getClusterSettingsFile } from './src/setup/cluster-settings.ts';
import { requireServedBuilds } from './src/composition/run-overrides.ts';

const PORT = process.env.E2E_PORT ?? '4300';
const IDENTITY_PORT = process.env.E2E_IDENTITY_PORT ?? '9399';
const baseURL = process.env.E2E_URL ?? `http://localhost:${PORT}`;
// Global setup runs outside of any project.
process.env.E2E_BASE_URL = baseURL;

// run.mjs sets a folder and removes it afterwards. Loading this config creates none; the server does.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `solvent-e2e-${process.pid}`);

// Fails before anything starts if no server has the candidate. Workers load this config, too.
if (process.env.TEST_WORKER_INDEX === undefined) await requireServedBuilds();

/** Node fires timers with a longer delay at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const isCluster = process.env.E2E_CLUSTER !== undefined;

const webServer: PlaywrightTestConfig['webServer'] = {
  // `exec` replaces the shell, so that the cluster gets the signals.
  command: isCluster
    ? `exec node ../scripts/cluster.mjs --servers 2 --settings ${getClusterSettingsFile()}`
    : 'node ../scripts/start.mjs',
  // A page instead of the API's health check: the API may be up before a release is live.
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

/** Shared by the suite and the smoke tests: the deployed product of `E2E_URL`, or a new one. */
export const base: PlaywrightTestConfig = {
  outputDir: 'test-results',
  globalSetup: './src/setup/apply-overrides.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // More than CI has cores, because some tests mostly wait for timers.
  workers: 3,
  retries: 1,
  failOnFlakyTests: true,
  // Only failures take this long: a busy machine takes several times the usual ten seconds.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL,
    // `page.route` does not see responses of a service worker (decision 0060).
    serviceWorkers: 'block',
    // Tracing every test would add a tenth to the run, so only the retry of a failed test is traced.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: getLaunchOptions(),
  },
  ...(process.env.E2E_URL ? {} : { webServer: webServer }),
};
