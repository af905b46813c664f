import { test as base } from '@playwright/test';
import { checkAccessibility } from './accessibility.ts';
import { watchConsole } from './console-watch.ts';
import type { ConsoleWatch } from './console-watch.ts';
import { createMailbox } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';
import { watchOutsideRequests } from './outside-requests.ts';
import { createPeople } from './people.ts';
import type { People } from './people.ts';
import { createProviderPopup } from './provider-popup.ts';
import type { ProviderPopup } from './provider-popup.ts';
import { createRemotes } from './remotes.ts';
import type { Remotes } from './remotes.ts';
import { createTheme } from './theme.ts';
import type { ThemeControl } from './theme.ts';

interface Fixtures {
  /** Breaks and mends remotes on the network. */
  remotes: Remotes;
  /** Makes accounts, and signs the page in without clicking. */
  people: People;
  /** What the product has mailed. */
  mailbox: Mailbox;
  /** Goes through the popups of GitHub and Google. */
  providerPopup: ProviderPopup;
  /** Addresses of other machines that the test's pages have asked: there should be none. */
  outsideRequests: string[];
  /** Starts the page in one theme. */
  theme: ThemeControl;
  /** Fails the test on an unexpected console error or failed request; `expectErrors` allows some. */
  consoleWatch: ConsoleWatch;
  /** Fails when axe finds something serious on the page. */
  expectAccessible: () => Promise<void>;
}

/** Playwright's test with the product's fixtures. */
export const test = base.extend<Fixtures>({
  remotes: async ({ page }, use) => use(createRemotes(page)),
  mailbox: async ({ request }, use) => use(createMailbox(request)),
  people: async ({ page, request, mailbox, baseURL }, use) => use(createPeople(page, request, mailbox, baseURL ?? '')),
  providerPopup: async ({ page }, use) => use(createProviderPopup(page)),
  outsideRequests: async ({ context }, use) => use(watchOutsideRequests(context)),
  theme: async ({ page }, use) => use(createTheme(page)),
  consoleWatch: [
    async ({ page }, use) => {
      const watch = watchConsole(page);
      await use(watch);
      watch.verify();
    },
    { auto: true },
  ],
  expectAccessible: async ({ page }, use) => use(() => checkAccessibility(page)),
});

export { expect } from '@playwright/test';
