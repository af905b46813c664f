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

  test(`axe finds nothing serious on a problem, ${theme}`, async ({ page, theme: themeControl, expectAccessible }) => {
    await themeControl.use(theme);
    await page.goto('/problems');
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
    await expect(page.getByRole('link', { name: 'Back to problems' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectAccessible();
  });

  test(`axe finds nothing serious on posting a problem, ${theme}`, async ({
    page,
    theme: themeControl,
    people,
    expectAccessible,
  }) => {
    await themeControl.use(theme);
    await people.signIn(await people.demo('seeker'));
    await page.goto('/post-problem');
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Post Problem' }).click();
    await expect(main.getByText('Title is required')).toBeVisible();
    await main.getByRole('combobox', { name: 'Tags' }).fill('ru');
    await expect(main.getByRole('option').first()).toBeVisible();
    await expectAccessible();
    await main.getByRole('tab', { name: 'Preview' }).click();
    await expect(main.getByRole('heading', { name: 'Done when' })).toBeVisible();
    await expectAccessible();
  });
}
