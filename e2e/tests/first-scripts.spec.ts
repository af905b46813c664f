import { RENDERING_COOKIE } from '@solvent/contracts';
import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import type { Screens } from '../src/index.ts';
import { hang, LOAD_ERRORS, SCRIPT_FAULTS } from '../src/script-faults.ts';

// Of pages that the browser draws: the server would have asked, and scripts come after the first paint.
test.use({ drawnBy: 'browser' });

/** A page of the shell's own: no remote has to come for it. */
const PAGE = '/privacy';

/** What the shell's entry says when it gives up. */
const GIVEN_UP = /Solvent could not be loaded/;

type Part = 'entry' | 'chunks';

/** Addresses of the scripts without which no page is drawn, as the page itself names them. */
async function firstScripts(page: Page): Promise<Record<Part, string[]>> {
  const html = await (await page.request.get(PAGE)).text();
  const [, entry = ''] = /<script [^>]*\bdefer\b[^>]* src="([^"]+)"/.exec(html) ?? [];
  const hints = [...html.matchAll(/<link rel="preload" as="script"[^>]* href="([^"]+)"/g)].flatMap(([, href]) => href ?? []);
  const chunks = hints.filter((href) => href.startsWith('/shell/') && href !== entry);
  if (!entry || chunks.length === 0) throw new Error(`${PAGE} names no first scripts.`);
  return { entry: [entry], chunks };
}

/** Holds up every request for these scripts until `release` is called. */
async function holdUp(page: Page, paths: string[]): Promise<{ asked: string[]; release: () => void }> {
  const asked: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    ({ pathname }) => paths.includes(pathname),
    async (route) => {
      asked.push(route.request().url());
      await held;
      await route.continue();
    },
  );
  return { asked, release };
}

/** Hints wait for what hangs, so nobody waits until the browser says that it has loaded. */
const visit = (page: Page) => page.goto(PAGE, { waitUntil: 'commit' });

/** Counts how often a page is loaded from now on. */
function documentsOf(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => (count += request.isNavigationRequest() ? 1 : 0));
  return () => count;
}

/** Waits until a script is asked for, not by a hint alone; then lets it be too late. */
async function waitInVain(page: Page, path: string, { notLoaded, privacy }: Screens, again: boolean): Promise<void> {
  await expect(page.locator(`script[src${again ? '*' : '$'}="${again ? `${path}?r=` : path}"]`)).toBeAttached();
  await page.clock.runFor(4000);
  await expect(notLoaded.sentence).toBeHidden();
  await expect(privacy.heading).toBeHidden();
  await page.clock.runFor(5000);
}

for (const part of ['entry', 'chunks'] as const) {
  for (const [what, answer] of SCRIPT_FAULTS) {
    const each = part === 'entry' ? "the shell's entry" : "each of the entry's chunks";

    test(`${each} ${what} once: it is asked for again, and the page stands`, async ({ page, screens, consoleWatch }) => {
      consoleWatch.expectErrors(LOAD_ERRORS);
      if (answer === hang) await page.clock.install();
      for (const path of (await firstScripts(page))[part]) {
        const first = ({ pathname, search }: URL) => pathname === path && search === '';
        await page.route(first, answer);
        const loads = documentsOf(page);
        await visit(page);
        if (answer === hang) await waitInVain(page, path, screens, false);
        await expect(screens.privacy.heading).toBeVisible();
        await expect(screens.notLoaded.sentence).toHaveCount(0);
        expect(loads()).toBe(1);
        await page.unroute(first);
      }
    });

    test(`${each} ${what} always: the page says so, and its link leads back once that is mended`, async ({
      page,
      screens,
      consoleWatch,
    }) => {
      consoleWatch.expectErrors(LOAD_ERRORS);
      consoleWatch.expectErrors(GIVEN_UP);
      if (answer === hang) await page.clock.install();
      for (const path of (await firstScripts(page))[part]) {
        const all = ({ pathname }: URL) => pathname === path;
        const asked: string[] = [];
        const loads = documentsOf(page);
        // Without the route, what hangs would go on. It is mended for the page of the link alone: this one may come to ask once more.
        await page.route(all, async (route) => {
          asked.push(route.request().url());
          await (loads() > 1 ? route.continue() : answer(route));
        });
        await visit(page);
        if (answer === hang) for (const again of [false, true]) await waitInVain(page, path, screens, again);
        await expect(screens.notLoaded.sentence).toBeVisible();
        // A page that has given up asks for chunks once more, which is a third try.
        const firstTries = () => asked.filter((url) => !url.includes('?r=2&'));
        await expect.poll(() => new Set(firstTries()).size, 'the second try has an address of its own').toBe(2);
        await screens.notLoaded.tryAgain.click();
        await expect(screens.privacy.heading).toBeVisible();
        await expect(screens.notLoaded.sentence).toHaveCount(0);
      }
    });
  }
}

test('what comes just in time is waited for: nothing is said, and nothing is asked for twice', async ({ page, screens }) => {
  await page.clock.install();
  const { entry, chunks } = await firstScripts(page);
  for (const path of [...entry, ...chunks]) {
    const { asked, release } = await holdUp(page, [path]);
    await visit(page);
    await expect(page.locator(`script[src$="${path}"]`)).toBeAttached();
    await page.clock.runFor(4000);
    await expect(screens.notLoaded.sentence).toBeHidden();
    release();
    await expect(screens.privacy.heading).toBeVisible();
    expect(asked).toHaveLength(1);
  }
});

test('what comes when the page has given it up draws the page after all, once', async ({ page, screens, consoleWatch }) => {
  consoleWatch.expectErrors(GIVEN_UP);
  await page.clock.install();
  const { entry, chunks } = await firstScripts(page);
  for (const path of [...entry, ...chunks]) {
    const { release } = await holdUp(page, [path]);
    await visit(page);
    for (const again of [false, true]) await waitInVain(page, path, screens, again);
    await expect(screens.notLoaded.sentence).toBeVisible();
    release();
    await expect(screens.privacy.heading).toBeVisible();
    await expect(screens.frame.bar).toHaveCount(1);
    await expect(screens.notLoaded.sentence).toHaveCount(0);
  }
});

test('a page whose scripts the browser does not run says so after 35 s, to people who want no motion, too', async ({
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
  const wait = (time: number) =>
    page.evaluate((at) => document.getAnimations().forEach((animation) => (animation.currentTime = at)), time);
  await expect(page.getByText('Solvent could not be loaded')).toBeAttached();
  await wait(34_000);
  await expect(screens.notLoaded.sentence).toBeHidden();
  await wait(35_001);
  await expect(screens.notLoaded.sentence).toBeVisible();
});

test.describe('the sentence', () => {
  test.beforeEach(async ({ page, consoleWatch }) => {
    consoleWatch.expectErrors(LOAD_ERRORS);
    const { entry } = await firstScripts(page);
    await page.route(
      ({ pathname }) => entry.includes(pathname),
      (route) => route.abort(),
    );
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`can be read and used by everybody, ${colorScheme}`, async ({ page, screens, expectAccessible }) => {
      await page.emulateMedia({ colorScheme });
      await visit(page);
      await expect(screens.notLoaded.sentence).toBeVisible();
      await expect(page.locator('html')).toHaveClass(colorScheme);
      await expectAccessible();
      await page.keyboard.press('Tab');
      await expect(screens.notLoaded.tryAgain).toBeFocused();
    });
  }

  test('fits on a phone of 320 px', async ({ page, screens }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await visit(page);
    await expect(screens.notLoaded.tryAgain).toBeInViewport({ ratio: 1 });
    const { clientWidth, scrollWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
  });
});

test('without scripts the page says what it needs, and nothing else', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await context.addCookies([{ name: RENDERING_COOKIE, value: 'off', url: baseURL ?? '' }]);
  const page = await context.newPage();
  await page.goto(`${baseURL}${PAGE}`);
  await expect(page.locator('body > noscript')).toBeVisible();
  await expect(page.getByRole('main', { includeHidden: true })).toHaveCSS('display', 'none');
  await context.close();
});
