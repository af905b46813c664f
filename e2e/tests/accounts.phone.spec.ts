import { devices } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { drawPicture } from '../src/pictures.ts';
import { expectNoOverflow } from '../src/touch-targets.ts';

const PASSWORD = 'correct-horse-battery-9';
// Firebase treats popups of phones differently.
test.use({ userAgent: devices['Pixel 7'].userAgent });

test('a solver signs up on a phone; a GitHub account with the same address cannot sign in (product 2.11, 2.12, 5.3, 10.15, 11.11)', async ({
  page,
  people,
  mailbox,
  screens,
  providerPopup,
  outsideRequests,
  consoleWatch,
  expectAccessible,
}) => {
  consoleWatch.expectErrors(/401/);
  const address = people.newAddress();
  const { frame, signIn, signUp } = screens;
  await signUp.open();
  await expect(frame.tabs).toBeHidden();
  await signUp.name.fill('Jonas Weber');
  await signUp.email.fill(address);
  await signUp.password.fill(PASSWORD);
  await signUp.solver.tap();
  await signUp.areas.fill('script');
  await expect(page.getByRole('option')).toHaveText(['JavaScript', 'TypeScript']);
  await page.getByRole('option', { name: 'TypeScript' }).tap();
  await signUp.areas.fill('  Elixir ');
  await signUp.areas.press('Enter');
  await expect(page.getByText('2 skill(s) added')).toBeVisible();
  await signUp.agree.tap();
  await signUp.submit.tap();
  await expect(signUp.checkEmail.getByText('A verification link was sent')).toBeVisible();
  const bottom = async () => {
    const { y, height } = (await signUp.checkEmail.boundingBox()) ?? { y: 0, height: 0 };
    return y + height;
  };
  await expect.poll(bottom).toBe(page.viewportSize()?.height);
  await expectAccessible();
  await page.goto(await mailbox.linkFor(address));
  await expect(page).toHaveURL(/\/home$/);
  const storedUser = () => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null') as object | null);
  expect(await storedUser()).toMatchObject({ role: 'solver', expertiseAreas: ['TypeScript', 'Elixir'] });

  await page.evaluate(() => localStorage.removeItem('user'));
  await signIn.open();
  await providerPopup.signInAsNew('GitHub', { email: address, name: 'Another Name' });
  await expect(page.getByRole('main').getByText(/No account uses this GitHub identity yet/)).toBeVisible();
  expect(await storedUser()).toBeNull();
  expect(outsideRequests).toEqual([]);
});

test('a profile is edited and its picture cropped at 320 px (product 2.14, 10.15)', async ({ page, people, screens }) => {
  const person = await people.create('solver', 'Wolfeschlegelsteinhausenbergerdorff Rindfleischetikettierungsgesetz');
  await people.signIn(person);
  await page.setViewportSize({ width: 320, height: 640 });
  const { profile, publicProfile } = screens;
  await profile.open();
  await expectNoOverflow(page);
  await profile.edit.tap();
  await profile.form.getByLabel('Headline').fill('x'.repeat(100));
  await profile.form.getByLabel('Website').fill(`${'long'.repeat(30)}.example`);
  await expectNoOverflow(page);
  await profile.form.getByRole('button', { name: 'Save' }).tap();
  await expect(page.getByText('Profile updated')).toBeVisible();
  await expectNoOverflow(page);

  await page.getByLabel('Add a picture').setInputFiles(await drawPicture(page, [600, 900]));
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' });
  await expect(dialog.getByRole('button', { name: 'Save picture' })).toBeInViewport();
  await expectNoOverflow(page);
  await dialog.getByRole('button', { name: 'Save picture' }).tap();
  await expect(dialog).toBeHidden();
  await publicProfile(person._id).open();
  await expectNoOverflow(page);
});
