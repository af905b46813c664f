import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';

/** The page is made of a channel whose Toolbox is open, as `delivery toolbox open` makes it. */
async function openToolbox(page: Page): Promise<void> {
  const isPage = (url: URL) => !/\/(api|remotes|shell|socket\.io)\//.test(url.pathname);
  await page.route(isPage, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace('"toolboxOpen":false', '"toolboxOpen":true');
    return route.fulfill({ response, body });
  });
}

test('Toolbox in the menu says Coming Soon, by text alone, until the channel opens it', async ({ page, expectAccessible }) => {
  await page.goto('/home');
  const entry = page.getByRole('banner').getByRole('button', { name: 'Toolbox' });
  await entry.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Developer Toolbox' });
  await expect(dialog).toContainText('Coming Soon');
  await expect(dialog).toContainText('A library of pre-built plug-and-play code modules.');
  await expect(dialog).toContainText('The Toolbox opens soon.');
  await expect(dialog.getByRole('link')).toHaveCount(0);
  await expect(dialog.getByRole('button')).toHaveCount(1);
  await expectAccessible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(entry).toBeFocused();
  await expect(page).toHaveURL(/\/home$/);
});

test.describe('drawn by the browser', () => {
  // The test opens it in the channel document of the browser alone.
  test.use({ drawnBy: 'browser' });

  test('Toolbox in the menu leads to the catalogue once the channel has opened it', async ({ page }) => {
    await openToolbox(page);
    await page.goto('/home');
    await page.getByRole('banner').getByRole('link', { name: 'Toolbox' }).click();
    await expect(page).toHaveURL(/\/toolbox$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Toolbox' })).toBeFocused();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/home');
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Toolbox' }).click();
    await expect(page).toHaveURL(/\/toolbox$/);
  });
});
