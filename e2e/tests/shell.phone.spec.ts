import type { Locator } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { expectToStand } from '../src/screens/screen.ts';

test('bottom tabs lead to the places, and are absent on /signin and /signup', async ({ page }) => {
  await page.goto('/home');
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  await tabs.getByRole('link', { name: 'Problems' }).click();
  await expect(page).toHaveURL(/\/problems$/);
  await tabs.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto('/signin');
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await expect(tabs).toBeHidden();
  await page.goto('/signup');
  await expect(page.getByRole('heading', { name: 'Create an Account' })).toBeVisible();
  await expect(tabs).toBeHidden();
});

test('a signed-out Alerts tap is explained', async ({ page }) => {
  await page.goto('/problems');
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Alerts' }).click();
  await expect(page.getByText('Please log in to view notifications')).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
});

test('a signed-out tap on the bell is explained, and Sign In and the menu stand beside it at 320 px', async ({
  page,
  screens,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/problems');
  await expect(screens.frame.signIn).toBeInViewport({ ratio: 1 });
  await expect(screens.frame.menuButton).toBeInViewport({ ratio: 1 });
  await screens.frame.bell.click();
  await expect(screens.frame.toast('Please log in to view notifications')).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
});

test('a signed-out Post tap is explained', async ({ page }) => {
  await page.goto('/problems');
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('button', { name: 'Post' }).click();
  await expect(page.getByText('Please login to post a problem')).toBeVisible();
});

test('the menu has the places, the theme and Post Problem', async ({ page, people }) => {
  await people.signIn(await people.demo('seeker'));
  await page.goto('/problems');
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  for (const name of ['Browse Problems', 'Conversations', 'My Bids'])
    await expect(menu.getByRole('link', { name })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Toolbox' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Post Problem' })).toBeVisible();
  await menu.getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(11, 11, 14)');
});

for (const path of ['/home', '/problems', '/toolbox', '/signin', '/signup', '/contact', '/terms']) {
  test(`${path} has no sideways scroll at 320 px`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(path);
    await expectToStand(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}

test('filters stand in a sheet with Reset', async ({ page }) => {
  await page.goto('/problems');
  await page.getByRole('button', { name: /^Filters/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expect(sheet.getByRole('slider', { name: 'Highest price' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Reset' })).toBeVisible();
});

test('what is at the bottom stands above the bar of the phone itself', async ({ page, context }) => {
  const bar = 34;
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: bar } });
  await page.goto('/problems');
  const bottomOf = async (part: Locator) => {
    const { y, height } = (await part.boundingBox()) ?? { y: Infinity, height: 0 };
    return y + height;
  };
  const free = (page.viewportSize()?.height ?? 0) - bar;
  const tab = page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Home' });
  expect(await bottomOf(tab)).toBeLessThanOrEqual(free);
  await page.getByRole('button', { name: /^Filters/ }).click();
  const reset = page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: 'Reset' });
  await expect(reset).toBeInViewport({ ratio: 1 });
  await expect.poll(() => bottomOf(reset)).toBeLessThanOrEqual(free);
});

test('a sheet is there within 200 ms, and at once for who asked for less motion', async ({ page }) => {
  const longest = () =>
    page.evaluate(() => {
      const times = document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().activeDuration));
      return Math.max(0, ...times);
    });
  for (const [reducedMotion, most] of [
    ['no-preference', 200],
    ['reduce', 1],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/problems');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.getByRole('button', { name: /^Filters/ }).click();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
    expect(await longest()).toBeLessThanOrEqual(most);
  }
});
