import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';

/** Opens the Toolbox in the page's channel, like `delivery toolbox open`. */
async function openToolbox(page: Page): Promise<void> {
  const isPage = (url: URL) => !/\/(api|remotes|shell|socket\.io)\//.test(url.pathname);
  await page.route(isPage, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace('"toolboxOpen":false', '"toolboxOpen":true');
    return route.fulfill({ response, body });
  });
}

test.describe('rendered by the browser', () => {
  // The test changes the channel document of the browser alone.
  test.use({ renderedBy: 'browser' });

  test('the entry of the menu opens a dialog until the channel opens the Toolbox, and then leads to it (product 1.5, 2.4, 2.5)', async ({
    page,
    screens,
    expectAccessible,
  }) => {
    const { catalogue, frame, home } = screens;
    await test.step('Coming Soon', async () => {
      await home.open();
      await frame.toolbox.press('Enter');
      const dialog = frame.toolboxDialog;
      for (const text of ['Coming Soon', 'A library of pre-built plug-and-play code modules.', 'The Toolbox opens soon.'])
        await expect(dialog).toContainText(text);
      await expect(dialog.getByRole('link')).toHaveCount(0);
      await expect(dialog.getByRole('button')).toHaveCount(1);
      await expectAccessible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(frame.toolbox).toBeFocused();
      await expect(page).toHaveURL(/\/home$/);
    });
    await test.step('open', async () => {
      await openToolbox(page);
      await home.open();
      await frame.bar.getByRole('link', { name: 'Toolbox' }).click();
      await expect(page).toHaveURL(/\/toolbox$/);
      await expect(catalogue.heading).toBeFocused();
      await page.setViewportSize({ width: 390, height: 844 });
      await home.open();
      await frame.menuButton.click();
      await frame.menu.getByRole('link', { name: 'Toolbox' }).click();
      await expect(page).toHaveURL(/\/toolbox$/);
    });
  });
});
