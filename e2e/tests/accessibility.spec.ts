import { expect, test } from '../src/index.ts';
import { drawPicture } from '../src/pictures.ts';

const PUBLIC = [
  '/home',
  '/problems',
  '/toolbox',
  '/signin',
  '/signup',
  '/finishSignUp',
  '/reset-password',
  '/reset-password?mode=signIn',
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

  test(`axe finds nothing serious on editing the profile and cropping a picture, ${theme}`, async ({
    page,
    theme: themeControl,
    people,
    expectAccessible,
  }) => {
    await themeControl.use(theme);
    await people.signIn(await people.create('solver'));
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit profile' }).click();
    const form = page.getByRole('form', { name: 'Edit profile' });
    await form.getByLabel('Name', { exact: true }).fill('');
    await form.getByLabel('Website').fill('nowhere');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Name is required')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectAccessible();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form.getByRole('button', { name: 'Discard' })).toBeVisible();
    await expectAccessible();
    await page.getByLabel('Add a picture').setInputFiles(await drawPicture(page, [900, 600]));
    await expect(page.getByRole('dialog', { name: 'Crop your picture' })).toBeVisible();
    await expectAccessible();
  });

  test(`axe finds nothing serious on a person's profile, ${theme}`, async ({
    page,
    theme: themeControl,
    people,
    expectAccessible,
    consoleWatch,
  }) => {
    consoleWatch.expectErrors(/404|422/);
    await themeControl.use(theme);
    for (const id of [(await people.demo('solver'))._id, (await people.demo('seeker'))._id, 'nobody']) {
      await page.goto(`/profile/${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectAccessible();
    }
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
