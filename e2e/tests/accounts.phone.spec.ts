import { expect, test } from '../src/index.ts';

const PASSWORD = 'correct-horse-battery-9';

test('a solver signs up on a phone; the dialog is a sheet at the bottom', async ({ page, people, mailbox, expectAccessible }) => {
  const address = people.newAddress();
  await page.goto('/signup');
  await expect(page.getByRole('navigation', { name: /tabs/i })).toBeHidden();
  await page.getByLabel('Full name').fill('Jonas Weber');
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('radio', { name: /Become a Solver/ }).tap();
  await page.getByRole('combobox').fill('docker');
  await page.getByRole('option', { name: 'Docker' }).tap();
  await expect(page.getByText('1 skill(s) added')).toBeVisible();
  await page.getByRole('checkbox').tap();
  await page.getByRole('button', { name: 'Create Account' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Check your email' });
  await expect(dialog.getByText('A verification link was sent')).toBeVisible();
  await expect.poll(async () => ((await dialog.boundingBox())?.y ?? 0) + ((await dialog.boundingBox())?.height ?? 0)).toBe(844);
  await expectAccessible();
  await page.goto(await mailbox.linkFor(address));
  await expect(page).toHaveURL(/\/home$/);
});

for (const path of ['/signin', '/signup', '/reset-password', '/reset-password?mode=signIn', '/finishSignUp']) {
  test(`${path} fits a screen of 320 px, messages shown`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const submit = page.getByRole('main').locator('button[type=submit]').first();
    await submit.click();
    await expect(page.getByText('Email is required')).toBeVisible();
    const { scroll, width } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      width: document.documentElement.clientWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(width);
  });
}
