import { defineConfig, devices } from '@playwright/test';
import { base, desktop } from './base.config.ts';

export default defineConfig(base, {
  testDir: 'tests',
  ...(process.env.E2E_URL ? {} : { globalSetup: ['./src/setup/previous-versions.ts', './src/setup/apply-overrides.ts'] }),
  // The JSON reporter writes to this file.
  reporter: [['list'], ['html', { open: 'never' }], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : [])],
  projects: [
    { name: 'desktop', use: desktop, testIgnore: /\.phone\.spec/ },
    {
      name: 'phone',
      use: { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      testMatch: /\.(?:phone|both)\.spec/,
    },
  ],
});
