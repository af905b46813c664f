import { expect, test } from '../src/index.ts';

test('the catalogue lists the 15 sample modules', async ({ page }) => {
  await page.goto('/toolbox');
  await expect(page.getByText(/\b15 modules\b/)).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('the catalogue is searched, and says when nothing fits', async ({ page }) => {
  await page.goto('/toolbox');
  await page.getByPlaceholder('Search modules...').fill('chart');
  await expect(page.getByRole('article').filter({ hasText: /chart/i }).first()).toBeVisible();
  await page.getByPlaceholder('Search modules...').fill('zzzz-no-such-thing');
  await expect(page.getByRole('article')).toHaveCount(0);
});
