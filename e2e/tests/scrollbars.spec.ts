import { expect, ready, test } from '../src/index.ts';

test.use({
  launchOptions: ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
});

test('a dialog does not move the page where scrollbars take room (product 10.13)', async ({ page }) => {
  await page.goto('/problems');
  await ready(page);
  const measure = () =>
    page.evaluate(() => ({
      scrollbarWidth: innerWidth - document.documentElement.clientWidth,
      positions: Array.from(document.querySelectorAll('header a, main h1'), (element) => element.getBoundingClientRect().left),
    }));
  const { scrollbarWidth, positions } = await measure();
  expect(scrollbarWidth).toBeGreaterThan(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect.poll(measure).toEqual({ scrollbarWidth: 0, positions });
});
