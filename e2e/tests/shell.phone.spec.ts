import type { Locator } from '@playwright/test';
import { expect, test } from '../src/index.ts';

test('the tabs lead to their pages, explain what needs a session, and are hidden on /signin and /signup (product 2.6, 2.7)', async ({
  page,
  screens,
}) => {
  const { tabs, toast } = screens.frame;
  await screens.home.open();
  await tabs.getByRole('link', { name: 'Problems' }).click();
  await expect(page).toHaveURL(/\/problems$/);
  await tabs.getByRole('button', { name: 'Post' }).click();
  await expect(toast('Please login to post a problem')).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
  await expect(screens.signIn.heading).toBeVisible();
  await expect(tabs).toBeHidden();
  await screens.signUp.open();
  await expect(tabs).toBeHidden();
  await screens.browse.open();
  await tabs.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('at 320 px the bar has Sign In and the menu, and Alerts among the tabs explains itself (product 2.6, 10.15)', async ({
  page,
  screens,
}) => {
  const { frame } = screens;
  await page.setViewportSize({ width: 320, height: 700 });
  await screens.terms.open();
  await expect(frame.signIn).toBeInViewport({ ratio: 1 });
  await expect(frame.menuButton).toBeInViewport({ ratio: 1 });
  await expect(frame.bell).toBeHidden();
  await frame.tabs.getByRole('link', { name: 'Alerts' }).click();
  await expect(frame.toast('Please log in to view notifications')).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
});

test('the menu has the pages, the theme and Post Problem (product 2.5)', async ({ page, people, screens }) => {
  const { menu, menuButton } = screens.frame;
  await people.signIn(await people.create('seeker'));
  await screens.browse.open();
  await menuButton.click();
  for (const name of ['Browse Problems', 'Conversations', 'My Bids'])
    await expect(menu.getByRole('link', { name })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Toolbox' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Post Problem' })).toBeVisible();
  await menu.getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(11, 11, 14)');
});

test("filters are a sheet above the phone's own bar, which opens within 200 ms, and at once with reduced motion (product 2.16, 10.4, 10.6)", async ({
  page,
  context,
  screens,
}) => {
  const bar = 34;
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: bar } });
  const getBottom = async (element: Locator) => {
    const { y, height } = (await element.boundingBox()) ?? { y: Infinity, height: 0 };
    return y + height;
  };
  const safeBottom = (page.viewportSize()?.height ?? 0) - bar;
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  const reset = sheet.getByRole('button', { name: 'Reset' });
  const longestAnimation = () =>
    page.evaluate(() => {
      const times = document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().activeDuration));
      return Math.max(0, ...times);
    });
  for (const [reducedMotion, maxMs] of [
    ['no-preference', 200],
    ['reduce', 1],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await screens.browse.open();
    expect(await getBottom(screens.frame.tabs.getByRole('link', { name: 'Home' }))).toBeLessThanOrEqual(safeBottom);
    await page.getByRole('button', { name: /^Filters/ }).click();
    await expect(sheet).toBeVisible();
    expect(await longestAnimation()).toBeLessThanOrEqual(maxMs);
    await expect(sheet.getByRole('slider', { name: 'Highest price' })).toBeVisible();
    await expect(reset).toBeInViewport({ ratio: 1 });
    await expect.poll(() => getBottom(reset)).toBeLessThanOrEqual(safeBottom);
  }
});
