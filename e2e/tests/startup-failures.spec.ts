import { RENDERING_COOKIE } from '@solvent/contracts';
import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import type { Screens } from '../src/index.ts';
import { SCRIPT_LOAD_ERRORS, SCRIPT_FAULTS } from '../src/script-faults.ts';

// A rendered page loads its scripts after the first paint.
test.use({ renderedBy: 'browser' });

/** A page of the shell: it loads no remote. */
const PAGE = '/privacy';

const STARTUP_ERROR = /Solvent could not be loaded/;

type Part = 'entry' | 'chunk';

/** Reads the scripts without which nothing is rendered. */
async function firstScripts(page: Page): Promise<Record<Part, string>> {
  const html = await (await page.request.get(PAGE)).text();
  const [, entry = ''] = /<script [^>]*\bdefer\b[^>]* src="([^"]+)"/.exec(html) ?? [];
  const hints = [...html.matchAll(/<link rel="preload" as="script"[^>]* href="([^"]+)"/g)].flatMap(([, href]) => href ?? []);
  const chunks = hints.filter((href) => href.startsWith('/shell/') && href !== entry);
  if (!entry || chunks.length === 0) throw new Error(`${PAGE} names no first scripts.`);
  // All chunks load in the same way.
  return { entry, chunk: chunks[0] ?? '' };
}

/** Defers every request for a script until `release` is called. */
async function deferRequests(page: Page, path: string): Promise<{ requested: string[]; release: () => void }> {
  const requested: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      requested.push(route.request().url());
      await released;
      await route.continue();
    },
  );
  return { requested, release };
}

/** A hint may hang, in which case the page never fires `load`. */
const visit = (page: Page) => page.goto(PAGE, { waitUntil: 'commit' });

function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => (count += request.isNavigationRequest() ? 1 : 0));
  return () => count;
}

/** Waits until an element requests the script, not only a hint, and lets its 8 s pass. */
async function passTimeout(page: Page, path: string, { notLoaded, privacy }: Screens, isSecond: boolean): Promise<void> {
  await expect(page.locator(isSecond ? `script[src*="${path}?r="]` : `script[src$="${path}"]`)).toBeAttached();
  await expect(notLoaded.message).toBeHidden();
  await expect(privacy.heading).toBeHidden();
  await page.clock.runFor(9000);
}

for (const what of ['is missing', 'hangs'] as const)
  test(`a first script that ${what} once is requested again, and the page appears (product 10.18)`, async ({
    page,
    screens,
    consoleWatch,
  }) => {
    consoleWatch.expectErrors(SCRIPT_LOAD_ERRORS);
    const isHanging = what === 'hangs';
    if (isHanging) await page.clock.install();
    for (const path of Object.values(await firstScripts(page))) {
      const first = ({ pathname, search }: URL) => pathname === path && search === '';
      await page.route(first, SCRIPT_FAULTS[what]);
      const loads = countDocuments(page);
      await visit(page);
      if (isHanging) await passTimeout(page, path, screens, false);
      await expect(screens.privacy.heading).toBeVisible();
      await expect(screens.notLoaded.message).toHaveCount(0);
      expect(loads()).toBe(1);
      await page.unroute(first);
    }
  });

for (const what of ['is tampered', 'hangs'] as const)
  test(`a first script that ${what} twice: the page shows an error, whose link works once that is fixed (product 10.18)`, async ({
    page,
    screens,
    consoleWatch,
  }) => {
    consoleWatch.expectErrors(SCRIPT_LOAD_ERRORS);
    consoleWatch.expectErrors(STARTUP_ERROR);
    const isHanging = what === 'hangs';
    if (isHanging) await page.clock.install();
    for (const path of Object.values(await firstScripts(page))) {
      const requested: string[] = [];
      const loads = countDocuments(page);
      // Fixed for the page of the link alone: this one may request it once more.
      await page.route(
        ({ pathname }) => pathname === path,
        async (route) => {
          requested.push(route.request().url());
          await (loads() > 1 ? route.continue() : SCRIPT_FAULTS[what](route));
        },
      );
      await visit(page);
      if (isHanging) for (const isSecond of [false, true]) await passTimeout(page, path, screens, isSecond);
      await expect(screens.notLoaded.message).toBeVisible();
      // A page that has given up requests chunks a third time.
      const firstTries = () => requested.filter((url) => !url.includes('?r=2&'));
      await expect.poll(() => new Set(firstTries()).size, 'the second try has an address of its own').toBe(2);
      await screens.notLoaded.tryAgain.click();
      await expect(screens.privacy.heading).toBeVisible();
      await expect(screens.notLoaded.message).toHaveCount(0);
    }
  });

test('a page waits for a slow first script without a second request; if it loads after the page gave up, the page appears once (product 10.18)', async ({
  page,
  screens,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(STARTUP_ERROR);
  await page.clock.install();
  for (const path of Object.values(await firstScripts(page))) {
    const inTime = await deferRequests(page, path);
    await visit(page);
    await expect(page.locator(`script[src$="${path}"]`)).toBeAttached();
    await page.clock.runFor(4000);
    await expect(screens.notLoaded.message).toBeHidden();
    inTime.release();
    await expect(screens.privacy.heading).toBeVisible();
    expect(inTime.requested).toHaveLength(1);

    const late = await deferRequests(page, path);
    await visit(page);
    for (const isSecond of [false, true]) await passTimeout(page, path, screens, isSecond);
    await expect(screens.notLoaded.message).toBeVisible();
    late.release();
    await expect(screens.privacy.heading).toBeVisible();
    await expect(screens.frame.bar).toHaveCount(1);
    await expect(screens.notLoaded.message).toHaveCount(0);
  }
});

test('a page whose scripts the browser does not run shows an error after 35 s, also with reduced motion (product 10.18)', async ({
  page,
  screens,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/Content Security Policy/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route(
    ({ pathname }) => pathname === PAGE,
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('<script nonce=', '<script data-nonce=') });
    },
  );
  await visit(page);
  const setTime = (time: number) =>
    page.evaluate((at) => document.getAnimations().forEach((animation) => (animation.currentTime = at)), time);
  await expect(page.getByText('Solvent could not be loaded')).toBeAttached();
  await setTime(34_000);
  await expect(screens.notLoaded.message).toBeHidden();
  await setTime(35_001);
  await expect(screens.notLoaded.message).toBeVisible();
});

test('the error of a page without scripts is accessible in both themes, also on a phone of 320 px (product 10.2, 10.15)', async ({
  page,
  screens,
  consoleWatch,
  expectAccessible,
}) => {
  consoleWatch.expectErrors(SCRIPT_LOAD_ERRORS);
  // Without its first script, the page does not use the other preloaded ones.
  consoleWatch.expectErrors(/\.js was preloaded using link preload but not used/);
  const { entry } = await firstScripts(page);
  await page.route(
    ({ pathname }) => pathname === entry,
    (route) => route.abort(),
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await visit(page);
    await expect(screens.notLoaded.message).toBeVisible();
    await expect(page.locator('html')).toHaveClass(colorScheme);
    await expectAccessible();
    await page.keyboard.press('Tab');
    await expect(screens.notLoaded.tryAgain).toBeFocused();
  }
  await page.setViewportSize({ width: 320, height: 568 });
  await expect(screens.notLoaded.tryAgain).toBeInViewport({ ratio: 1 });
  const { clientWidth, scrollWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
});

test('a browser without JavaScript shows that the page needs it, and nothing else', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await context.addCookies([{ name: RENDERING_COOKIE, value: 'off', url: baseURL ?? '' }]);
  const page = await context.newPage();
  await page.goto(`${baseURL}${PAGE}`);
  await expect(page.locator('body > noscript')).toBeVisible();
  await expect(page.getByRole('main', { includeHidden: true })).toHaveCSS('display', 'none');
  await context.close();
});
