import { expect, test } from '../src/index.ts';

const PUBLIC = [
  '/home',
  '/problems',
  '/toolbox',
  '/signin',
  '/signup',
  '/finishSignUp',
  '/contact',
  '/terms',
  '/privacy',
  '/no-such-page',
];

for (const theme of ['light', 'dark'] as const) {
  for (const path of PUBLIC) {
    test(`axe finds nothing serious on ${path}, ${theme}`, async ({
      page,
      theme: themeControl,
      expectAccessible,
      consoleWatch,
    }) => {
      if (path === '/no-such-page') consoleWatch.expectErrors(/404/);
      await themeControl.use(theme);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectAccessible();
    });
  }

  test(`axe finds nothing serious when signed in, ${theme}`, async ({ page, theme: themeControl, people, expectAccessible }) => {
    await themeControl.use(theme);
    await people.signIn(await people.demo('seeker'));
    await page.goto('/notifications');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectAccessible();
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Notifications/ })
      .click();
    await expect(page.getByRole('switch', { name: /sound/i })).toBeVisible();
    await expectAccessible();
    await page.goto('/profile');
    await expect(page.getByText('This device')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectAccessible();
  });
}
