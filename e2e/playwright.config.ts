import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';

const PORT = process.env.E2E_PORT ?? '4300';
const IDENTITY_PORT = process.env.E2E_IDENTITY_PORT ?? '9399';
const baseURL = process.env.E2E_URL ?? `http://localhost:${PORT}`;

// Workers read this file again: the folder is made once, by the process that starts the server.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'solvent-e2e-'));

const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['html', { open: 'never' }]],
  use: {
    baseURL,
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
  projects: [
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
      testIgnore: /\.phone\.spec/,
    },
    {
      name: 'phone',
      use: { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      testMatch: /\.phone\.spec/,
    },
  ],
  ...(process.env.E2E_URL
    ? {}
    : {
        webServer: {
          command: 'node ../scripts/start.mjs',
          url: `${baseURL}/api/health/ready`,
          timeout: 240_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
          stdout: 'pipe',
          env: {
            PORT,
            IDENTITY_PORT,
            DATA_DIR: process.env.E2E_DATA_DIR,
            SEED: 'demo',
            RATE_LIMIT_FACTOR: '1000',
            LOG_LEVEL: 'warn',
          },
        },
      }),
});
