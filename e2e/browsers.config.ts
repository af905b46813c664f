import { defineConfig } from '@playwright/test';
import { base } from './base.config.ts';
import { ENGINE_PACKAGES, findEngines } from '../scripts/setup/browser.mjs';
import type { EngineName } from './browsers/driver.ts';

const NAMES: readonly EngineName[] = ['firefox', 'webkit'];
const installed = findEngines();
const missing = NAMES.filter((name) => !installed[name]);

if (process.env.TEST_WORKER_INDEX === undefined)
  for (const name of missing)
    process.stdout.write(`Skipped ${name}: it is not installed (apt-get install ${ENGINE_PACKAGES[name]}).\n`);

/** The journeys of browsers/ in Firefox and WebKit. Playwright runs the tests; browsers/driver.ts drives the browsers. */
export default defineConfig<object, { engineName: EngineName }>(base, {
  testDir: 'browsers',
  // Playwright empties the folder at the start, and the other suites may run meanwhile.
  outputDir: 'test-results/browsers',
  testMatch: process.env.SCREENS ? 'screens.spec.ts' : 'journeys.spec.ts',
  globalSetup: undefined,
  // One browser for each engine, at the same time.
  fullyParallel: false,
  workers: 2,
  retries: 0,
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : [])],
  projects: NAMES.map((engineName) => ({
    name: engineName,
    use: { engineName },
    ...(missing.includes(engineName) && { testIgnore: '**' }),
  })),
});
