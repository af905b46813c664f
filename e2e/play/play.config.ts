import { defineConfig } from '@playwright/test';
import { desktop } from '../base.config.ts';
import { getLaunchOptions } from '../src/browser.ts';

/** `pnpm play delivery`, `pnpm play first-paint`, `pnpm play one-bundle`. Needs the builds ("pnpm build"). */
export default defineConfig({
  testDir: '.',
  testMatch: /\.play\.ts$/,
  outputDir: '../test-results/play',
  timeout: 300_000,
  expect: { timeout: 20_000 },
  workers: 1,
  reporter: [['line']],
  use: {
    ...desktop,
    // A service worker loads new files, which a page's session does not count.
    serviceWorkers: 'block',
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: getLaunchOptions('windows'),
  },
});
