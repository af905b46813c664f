import { test as base } from '@playwright/test';
import { RENDERING_COOKIE } from '@solvent/contracts';
import { checkAccessibility, checkBothThemes } from './accessibility.ts';
import { getRunOverrides } from './composition/run-overrides.ts';
import { createComposition } from './composition/composition.ts';
import type { Composition } from './composition/composition.ts';
import { watchConsole } from './console-watch.ts';
import type { ConsoleWatch } from './console-watch.ts';
import { createMailbox } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';
import { watchOutsideRequests } from './outside-requests.ts';
import { createPeople } from './people.ts';
import type { People } from './people.ts';
import { createProviderPopup } from './provider-popup.ts';
import type { ProviderPopup } from './provider-popup.ts';
import { ready, recordActivity } from './ready.ts';
import { createRemotes } from './remotes.ts';
import type { Remotes } from './remotes.ts';
import { createScreens } from './screens/index.ts';
import type { Screens } from './screens/index.ts';
import { createCutOffProduct } from './setup/cut-off-product.ts';
import type { CutOffProduct } from './setup/cut-off-product.ts';
import { createOwnProduct } from './setup/own-product.ts';
import type { OwnProduct } from './setup/own-product.ts';
import { createSocketControl } from './socket.ts';
import type { SocketControl } from './socket.ts';

interface Options {
  /**
   * `browser`: public pages come without what the server makes of them, for tests that take an answer's or a script's place. By
   * default they come as they come: mostly made by the server, and by the browser where that has no time.
   */
  renderedBy: 'anybody' | 'browser';
}

interface WorkerFixtures {
  /**
   * A running product of the worker's own. Its tests may change its channel and its data, and share what they changed: keep them in one
   * file with `mode: 'default'`, and leave the product working.
   */
  ownProduct: OwnProduct;
  /** The same on a PostgreSQL that a test can disconnect. Reconnect it before the test ends. */
  cutOffProduct: CutOffProduct;
}

interface Fixtures {
  /** Waits until the page is hydrated, has what it requested and, with a session, its socket is connected. */
  ready: () => Promise<void>;
  /** What the test's pages are composed of; a test that fails says so in its report. */
  composition: Composition;
  /** Puts builds into the page; breaks and mends remotes. */
  remotes: Remotes;
  /** Drops the page's connection to the server's events. Name it in a test before the page is loaded. */
  socket: SocketControl;
  /** Page objects of every screen. */
  screens: Screens;
  /** Makes accounts, and signs the page in without clicking. */
  people: People;
  /** What the product has mailed. */
  mailbox: Mailbox;
  /** Goes through the popups of GitHub and Google. */
  providerPopup: ProviderPopup;
  /** Addresses of other machines that the test's pages have asked: there should be none. */
  outsideRequests: string[];
  /** Fails the test on an unexpected console error or failed request; `expectErrors` allows some. */
  consoleWatch: ConsoleWatch;
  /** Fails when axe finds something serious on the page. */
  expectAccessible: () => Promise<void>;
  /** Fails when it finds something in the light theme or in the dark one. */
  expectAccessibleInBothThemes: () => Promise<void>;
}

/** No time limit: the wait for a product ends if its server exits. */
const START_TIMEOUT_MS = 0;

/** Playwright's test with the product's fixtures. */
export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  renderedBy: ['anybody', { option: true }],
  context: async ({ context, renderedBy, baseURL }, use) => {
    await recordActivity(context);
    if (renderedBy === 'browser') await context.addCookies([{ name: RENDERING_COOKIE, value: 'off', url: baseURL ?? '' }]);
    await use(context);
  },
  ownProduct: [
    // Playwright wants the braces: it reads from them which fixtures this one needs.
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
  providerPopup: async ({ page }, use) => use(createProviderPopup(page)),
  outsideRequests: async ({ context }, use) => use(watchOutsideRequests(context)),
  consoleWatch: [
    async ({ page, composition }, use, info) => {
      const watch = watchConsole(page);
      await use(watch);
      // A fixture's own failure is not yet the test's when the next one ends.
      if (watch.unexpected().length > 0) await composition.attach(info);
      watch.verify();
    },
    { auto: true },
  ],
  expectAccessible: async ({ page }, use) => use(() => checkAccessibility(page)),
  expectAccessibleInBothThemes: async ({ page }, use) => use(() => checkBothThemes(page)),
});

export { expect } from '@playwright/test';
