import { defineConfig } from '@playwright/test';
import { base, desktop } from './base.config.ts';

/** Smoke tests that `delivery publish` runs with a candidate as an override. */
export default defineConfig(base, {
  testDir: 'smoke',
  outputDir: 'test-results/smoke',
  timeout: 45_000,
  reporter: [['./src/smoke-reporter.ts']],
  projects: [{ name: 'smoke', use: desktop }],
});
