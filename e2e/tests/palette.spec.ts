import { expect, test } from '../src/index.ts';

test('Ctrl+K finds a page, a problem and a module by the keyboard alone', async ({ page, expectAccessible }) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search Solvent' });
  const field = palette.getByRole('combobox', { name: 'Search Solvent' });
  await expect(field).toBeFocused();
  await expectAccessible();
  await page.keyboard.type('contact');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/contact$/);
  await expect(palette).toBeHidden();

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('react');
  const problems = palette.getByRole('group', { name: 'Problems' });
  const modules = palette.getByRole('group', { name: 'Modules' });
  await expect(problems.getByRole('option').first()).toBeVisible();
  await expect(modules.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(problems.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/view-problems\/[0-9a-f-]{36}$/);
});

test('opens while somebody types, and Escape leads back to the text', async ({ page }) => {
  await page.goto('/problems');
  const search = page.getByPlaceholder('Search problems...');
  await search.fill('sock');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search Solvent' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('sock');
});

test('says that its code did not come, and comes at the next try', async ({ page, consoleWatch }) => {
  consoleWatch.expectErrors(/palette|Failed to load resource|net::ERR/);
  const code = /\/palette\.[0-9a-f]+\.js/;
  // Before the page is there: to one that stands already, Chromium may be late to say that its requests are held up.
  await page.route(code, (route) => route.abort());
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByText('The search could not be loaded. Please try again.')).toBeVisible({ timeout: 20_000 });
  await page.unroute(code);
  await page.getByRole('banner').getByRole('button', { name: 'Search Solvent' }).click();
  await expect(page.getByRole('dialog', { name: 'Search Solvent' })).toBeVisible({ timeout: 20_000 });
});

test('on a phone it is in the menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/home');
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Search' }).click();
  const palette = page.getByRole('dialog', { name: 'Search Solvent' });
  await palette.getByRole('combobox').fill('browse');
  await palette.getByRole('option', { name: 'Browse Problems' }).click();
  await expect(page).toHaveURL(/\/problems$/);
  await expect(palette).toBeHidden();
});
