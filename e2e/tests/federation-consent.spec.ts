import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../src/index.ts';
import { createOwnProduct } from '../src/setup/own-product.ts';
import type { OwnProduct } from '../src/setup/own-product.ts';
import { ROOT } from '../src/setup/workspace.ts';

/** Nobody's machine: what it serves, the tests serve. */
const BUILDS = 'https://builds.example.com';
const DIST = join(ROOT, 'mf-toolbox/dist');

test.describe('code of another machine', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 });
  test.skip(!existsSync(DIST), 'The toolbox is not built here.');
  let product: OwnProduct;
  let asked: string[];

  test.beforeAll(async () => {
    product = await createOwnProduct();
    await product.deliver('overrides', 'allow', BUILDS, '--why', 'Teams try their builds there');
    await product.start();
  });
  test.afterAll(() => product.remove());

  test.beforeEach(async ({ context }) => {
    asked = [];
    await context.route(`${BUILDS}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      asked.push(pathname);
      return route.fulfill({ path: join(DIST, pathname), headers: { 'access-control-allow-origin': '*' } });
    });
  });
  // Its socket would find nobody there.
  test.afterEach(({ page }) => page.goto('about:blank'));

  const address = () => `${product.url}/toolbox?remote=toolbox@${BUILDS}`;

  test('is loaded after its reader agreed, who is asked once', async ({ page, context, screens, expectAccessible }) => {
    const { consent, catalogue, remotesPanel } = screens;
    await page.goto(address());
    await expect(consent.question).toHaveText(`Load “toolbox” from ${BUILDS}?`);
    await expect(consent.dont, 'where the keyboard begins').toBeFocused();
    await expectAccessible();
    expect(asked, 'nothing is loaded before').toEqual([]);
    await consent.load.click();
    await expect(catalogue.heading).toBeVisible();
    await expect(remotesPanel.banner).toContainText(`toolbox runs from ${BUILDS}`);
    expect(asked).toContain('/remote.json');
    await page.goto(`${product.url}/privacy`);
    await expect(remotesPanel.banner, 'the tab keeps it, and nobody is asked again').toBeVisible();
    const other = await context.newPage();
    await other.goto(address());
    await expect(other.getByRole('heading', { level: 1, name: 'Toolbox' }), 'nor in another tab').toBeVisible();
    await other.close();
  });

  test('is not loaded for who does not want it: the live version runs, and the tab forgets it', async ({ page, screens }) => {
    const { consent, catalogue, remotesPanel } = screens;
    await page.goto(address());
    await page.keyboard.press('Enter');
    await expect(catalogue.heading).toBeVisible();
    await expect(remotesPanel.banner).toHaveCount(0);
    await page.goto(`${product.url}/privacy`);
    await expect(screens.privacy.heading).toBeVisible();
    await page.goto(address());
    await expect(consent.question, 'who did not agree is asked again').toBeVisible();
    expect(asked).toEqual([]);
  });

  test('is not agreed to in the first moment, by a click that another page called for', async ({ page, screens }) => {
    const { consent, catalogue } = screens;
    await page.goto(address());
    const moment = (isOver: boolean) =>
      page.evaluate((over) => {
        for (const wait of document.getAnimations()) {
          if (over) wait.finish();
          else wait.pause();
          if (!over) wait.currentTime = 0;
        }
      }, isOver);
    await moment(false);
    const { x, y } = (await consent.load.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.click(x + 10, y + 10);
    await expect(consent.question).toBeVisible();
    expect(asked).toEqual([]);
    await moment(true);
    await page.mouse.click(x + 10, y + 10);
    await expect(catalogue.heading).toBeVisible();
  });

  test('is not agreed to by another site in the same browser', async ({ page, screens, consoleWatch }) => {
    consoleWatch.expectErrors(/403/);
    await page.route('https://evil.example.com/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${address()}"><input name="remote" value="toolbox@${BUILDS}"><button name="answer" value="load">Win</button></form>`,
      }),
    );
    await page.goto('https://evil.example.com/');
    const refused = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByRole('button', { name: 'Win' }).click();
    expect((await refused).status()).toBe(403);
    await page.goto(address());
    await expect(screens.consent.question).toBeVisible();
  });
});
