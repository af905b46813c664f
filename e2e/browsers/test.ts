import { writeFile } from 'node:fs/promises';
import { test as base } from '@playwright/test';
import { createAccounts } from '../src/people.ts';
import type { People } from '../src/people.ts';
import { ENGINE_PACKAGES, findEngines } from '../../scripts/setup/browser.mjs';
import type { Driver, Engine, EngineName } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { openNetwork } from './network.ts';
import type { Network } from './network.ts';
import { createTab } from './tab.ts';
import type { Tab } from './tab.ts';
import { startWebKit } from './webkit.ts';

interface WorkerFixtures {
  engineName: EngineName;
  engine: Engine;
}

interface Fixtures {
  people: Pick<People, 'create'>;
  network: Network;
  driver: Driver;
  tab: Tab;
  /** Allows errors and warnings of the console that match the pattern. */
  expectErrors: (pattern: RegExp) => void;
}

async function startEngine(name: EngineName): Promise<Engine> {
  const { firefox, webkit } = findEngines();
  if (name === 'firefox' && firefox) return startFirefox(firefox.firefox);
  if (name === 'webkit' && webkit) return startWebKit(webkit);
  throw new Error(`${name} is not installed: apt-get install ${ENGINE_PACKAGES[name]}`);
}

const HARMLESS = [
  // Firefox requests an icon of documents without markup, such as /robots.txt.
  /favicon\.ico/,
  // The hash of no bytes: the page was left while a script loaded, and Firefox checks what has arrived.
  /The computed hash is “47DEQpj8HBSa\+\/TImW\+5JCeuQeRkm5NMpJWZG3hSuFU=”/,
];

export const test = base.extend<Fixtures, WorkerFixtures>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const engine = await startEngine(engineName);
      await use(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],
  people: async ({ request, baseURL }, use) => use(createAccounts(request, baseURL ?? '')),
  // Ends before the driver, so that no page waits for it.
  network: async ({ baseURL, driver }, use) => {
    const network = await openNetwork(baseURL ?? '', { recordsProblems: driver.problems === undefined });
    await use(network);
    await network.close();
  },
  driver: async ({ engine }, use) => {
    const driver = await engine.openTab();
    await use(driver);
    await driver.close();
  },
  tab: async ({ driver, network }, use) => use(createTab(driver, network.url)),
  expectErrors: [
    async ({ driver, network }, use, testInfo) => {
      const expected = [...HARMLESS];
      await use((pattern) => void expected.push(pattern));
      if (testInfo.status !== testInfo.expectedStatus)
        await writeFile(testInfo.outputPath('screen.png'), await driver.screenshot());
      const problems = (driver.problems ?? network.problems).filter((text) => !expected.some((pattern) => pattern.test(text)));
      if (problems.length > 0) throw new Error(`The console is not clean:\n${problems.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
