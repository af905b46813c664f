import { expect } from '@playwright/test';
import type { Browser, BrowserContext, Page, Response } from '@playwright/test';
import { SIGNED_IN_COOKIE } from '@solvent/contracts';
import { getRunOverrides } from './composition/run-overrides.ts';
import { overridePages } from './composition/composition.ts';
import { recordActivity } from './ready.ts';
import { watchConsole } from './console-watch.ts';
import type { ConsoleWatch } from './console-watch.ts';
import type { Person } from './people.ts';

export const getMainHeading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

/** Focuses an open page until it has requested the live revision. Advancing `page.clock` would let scripts time out. */
export async function checkForNewRevision(page: Page): Promise<void> {
  const responses: Response[] = [];
  page.on('response', (response) => void (response.request().method() === 'HEAD' && responses.push(response)));
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    expect(responses, 'responses with the live revision').not.toEqual([]);
  }).toPass();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Presses Escape once the open dialog has the focus: it handles keys from then on. */
export async function closeByEscape(page: Page): Promise<void> {
  await expect(page.locator('[role=dialog]:focus-within')).toHaveCount(1);
  await page.keyboard.press('Escape');
}

export async function signOutByMenu(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

export interface UserBrowser {
  context: BrowserContext;
  page: Page;
  console: ConsoleWatch;
  newTab: () => Promise<Page>;
  close: () => Promise<void>;
}

/** Creates another browser with the overrides of the run. */
export async function openBrowser(browser: Browser, baseURL: string | undefined): Promise<BrowserContext> {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  await recordActivity(context);
  const overrides = getRunOverrides();
  if (Object.keys(overrides).length > 0) await overridePages(context, baseURL ?? '', () => overrides);
  return context;
}

export async function openBrowserAs(browser: Browser, baseURL: string | undefined, person: Person): Promise<UserBrowser> {
  const context = await openBrowser(browser, baseURL);
  const { password: _password, ...user } = person;
  if (baseURL) await context.addCookies([{ name: SIGNED_IN_COOKIE, value: '1', url: baseURL }]);
  await context.addInitScript((saved) => localStorage.setItem('user', saved), JSON.stringify(user));
  const page = await context.newPage();
  const console = watchConsole(page);
  return {
    context,
    page,
    console,
    newTab: () => context.newPage(),
    async close() {
      await context.close();
      console.verify();
    },
  };
}
