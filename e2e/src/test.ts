import { test as base } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { RENDERING_COOKIE } from '@solvent/contracts';
import { checkAccessibility, checkBothThemes } from './accessibility.ts';
import { getRunOverrides } from './composition/run-overrides.ts';
import { createComposition } from './composition/composition.ts';
import type { Composition } from './composition/composition.ts';
import { watchConsole } from './console-watch.ts';
import type { ConsoleWatch } from './console-watch.ts';
import { createMailbox } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';
import { openBrowserAs } from './pages.ts';
import type { UserBrowser } from './pages.ts';
import { createPeople } from './people.ts';
import type { People, Person } from './people.ts';
import { createProviderPopup } from './provider-popup.ts';
import type { ProviderPopup } from './provider-popup.ts';
import { ready, recordActivity } from './ready.ts';
import { createRemotes } from './remotes.ts';
import type { Remotes } from './remotes.ts';
import { createScreens } from './screens/index.ts';
import type { Screens } from './screens/index.ts';
import { createCutOffProduct, createOwnProduct } from './setup/own-product.ts';
import type { CutOffProduct, OwnProduct } from './setup/own-product.ts';
import { createSocketControl } from './socket.ts';
import type { SocketControl } from './socket.ts';

interface Options {
  /** `browser` disables server rendering, for tests that replace responses or scripts. */
  renderedBy: 'any' | 'browser';
}

interface WorkerFixtures {
  /** A deployment that only this worker's tests use and may change. Keep such tests in one file with `mode: 'default'`. */
  ownProduct: OwnProduct;
  /** A product whose connection to PostgreSQL can be cut. Restore it before the test ends. */
  cutOffProduct: CutOffProduct;
}

interface Fixtures {
  ready: () => Promise<void>;
  /** The versions that the test runs, attached to its report if it fails. */
  composition: Composition;
  remotes: Remotes;
  /** Controls the page's socket. Request it before the page loads. */
  socket: SocketControl;
  screens: Screens;
  people: People;
  /** Opens another browser with a user's session. Close it before the test ends. */
  openBrowserAs: (person: Person) => Promise<UserBrowser>;
  mailbox: Mailbox;
  providerPopup: ProviderPopup;
  /** Requests to other machines; should be empty. */
  outsideRequests: string[];
  /** Fails the test on unexpected console errors and failed requests. */
  consoleWatch: ConsoleWatch;
  expectAccessible: () => Promise<void>;
  expectAccessibleInBothThemes: () => Promise<void>;
}

/** No time limit: the wait for a product ends if its server exits. */
const START_TIMEOUT_MS = 0;

/** Records requests of all pages, popups and frames to other machines. */
function watchOutsideRequests(context: BrowserContext): string[] {
  const outsideUrls: string[] = [];
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isLocal = ['data:', 'blob:', 'about:'].includes(protocol) || ['localhost', '127.0.0.1'].includes(hostname);
    if (!isLocal) outsideUrls.push(request.url());
  });
  return outsideUrls;
}

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  renderedBy: ['any', { option: true }],
  context: async ({ context, renderedBy, baseURL }, use) => {
    await recordActivity(context);
    if (renderedBy === 'browser') await context.addCookies([{ name: RENDERING_COOKIE, value: 'off', url: baseURL ?? '' }]);
    await use(context);
  },
  ownProduct: [
    // Playwright reads a fixture's dependencies from its destructured parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const product = await createOwnProduct();
      await product.start();
      await use(product);
      await product.remove();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  cutOffProduct: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const product = await createCutOffProduct({ LOG_LEVEL: 'info' });
      await use(product);
      await product.remove();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  ready: async ({ page }, use) => use(() => ready(page)),
  composition: [
    async ({ context, baseURL }, use, info) => {
      const composition = await createComposition(context, baseURL ?? '', getRunOverrides());
      await use(composition);
      if (info.status !== info.expectedStatus) await composition.attach(info);
    },
    { auto: true },
  ],
  remotes: async ({ page, composition, baseURL }, use) => use(createRemotes(page, composition, baseURL ?? '')),
  socket: async ({ page }, use) => use(await createSocketControl(page)),
  screens: async ({ page }, use) => use(createScreens(page)),
  mailbox: async ({ request }, use) => use(createMailbox(request)),
  people: async ({ page, request, baseURL }, use) => use(createPeople(page, request, baseURL ?? '')),
  openBrowserAs: async ({ browser, baseURL }, use) => use((person) => openBrowserAs(browser, baseURL, person)),
  providerPopup: async ({ page }, use) => use(createProviderPopup(page)),
  outsideRequests: async ({ context }, use) => use(watchOutsideRequests(context)),
  consoleWatch: [
    async ({ page, composition }, use, info) => {
      const watch = watchConsole(page);
      await use(watch);
      // A failure in this teardown is not yet in the status that `composition` reads.
      if (watch.unexpected().length > 0) await composition.attach(info);
      watch.verify();
    },
    { auto: true },
  ],
  expectAccessible: async ({ page }, use) => use(() => checkAccessibility(page)),
  expectAccessibleInBothThemes: async ({ page }, use) => use(() => checkBothThemes(page)),
});

export { expect } from '@playwright/test';
