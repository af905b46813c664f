import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { LANDING, LOAD_ERRORS } from '../src/landing.ts';
import { hang, LOAD_ERRORS as SCRIPT_ERRORS, SCRIPT_FAULTS } from '../src/script-faults.ts';

// What a page asks for while it is drawn.
test.use({ drawnBy: 'browser' });

/** A page that takes the shared forms, which the shell loads when they are taken. */
const { path: PAGE, heading: HEADING } = LANDING.auth;

/** Addresses of the shell's scripts that this page needs and the shell's own pages do not. */
async function singletonScripts(page: Page): Promise<string[]> {
  const scriptsOf = async (path: string) => {
    const html = await (await page.request.get(path)).text();
    return [...html.matchAll(/<link rel="preload" as="script"[^>]* href="(\/shell\/[^"]+)"/g)].flatMap(([, href]) => href ?? []);
  };
  const ofAll = await scriptsOf('/privacy');
  const own = (await scriptsOf(PAGE)).filter((script) => !ofAll.includes(script));
  if (own.length === 0) throw new Error(`${PAGE} names no scripts of shared libraries.`);
  return own;
}

/** Hints wait for what hangs, so nobody waits until the browser says that it has loaded. */
const visit = (page: Page) => page.goto(PAGE, { waitUntil: 'commit' });
const standing = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1, name: HEADING });

for (const [what, answer] of SCRIPT_FAULTS) {
  test.describe(`a script of a shared library ${what}`, () => {
    test.beforeEach(async ({ page, consoleWatch }) => {
      consoleWatch.expectErrors(SCRIPT_ERRORS);
      consoleWatch.expectErrors(LOAD_ERRORS);
      if (answer !== hang) return;
      // What waits for the script uses its hints late.
      consoleWatch.expectErrors(/preloaded using link preload but not used/);
      await page.clock.install();
    });

    test('once: it is asked for again, and the page stands', async ({ page, screens }) => {
      for (const script of await singletonScripts(page)) {
        const first = ({ pathname, search }: URL) => pathname === script && search === '';
        await page.route(first, answer);
        await visit(page);
        if (answer === hang) {
          await expect(page.locator(`script[src$="${script}"]`)).toBeAttached();
          await page.clock.runFor(9000);
        }
        await expect(standing(page)).toBeVisible();
        await expect(screens.failure.card).toHaveCount(0);
        await page.unroute(first);
      }
    });

    test('always: a card in the page’s place, the rest works, and Try again gets it once it is mended', async ({
      page,
      screens,
    }) => {
      for (const script of await singletonScripts(page)) {
        let mended = false;
        await page.route(
          ({ pathname }) => pathname === script,
          (route) => (mended ? route.continue() : answer(route)),
        );
        await visit(page);
        if (answer === hang)
          await expect(async () => {
            await page.clock.runFor(9000);
            await expect(screens.failure.card).toBeVisible({ timeout: 500 });
          }).toPass();
        await expect(screens.failure.card).toBeVisible();
        await expect(screens.frame.bar).toBeVisible();
        mended = true;
        await screens.failure.tryAgain.click();
        await expect(standing(page)).toBeVisible();
      }
    });
  });
}
