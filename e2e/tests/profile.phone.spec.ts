import { expect, test } from '../src/index.ts';
import { drawPicture } from '../src/pictures.ts';

test('on a phone the profile is edited and a picture is cropped, at 320 px too', async ({ page, people }) => {
  const person = await people.create('solver', 'Wolfeschlegelsteinhausenbergerdorff Rindfleischetikettierungsgesetz');
  await people.signIn(person);
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit profile' }).tap();
  const form = page.getByRole('form', { name: 'Edit profile' });
  await form.getByLabel('Headline').fill('x'.repeat(100));
  await form.getByLabel('Website').fill(`${'long'.repeat(30)}.example`);
  expect(await overflow()).toBe(0);
  await form.getByRole('button', { name: 'Save' }).tap();
  await expect(page.getByText('Profile updated')).toBeVisible();
  expect(await overflow()).toBe(0);

  await page.getByLabel('Add a picture').setInputFiles(await drawPicture(page, [600, 900]));
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' });
  await expect(dialog.getByRole('button', { name: 'Save picture' })).toBeInViewport();
  expect(await overflow()).toBe(0);
  await dialog.getByRole('button', { name: 'Save picture' }).tap();
  await expect(dialog).toBeHidden();

  await page.goto(`/profile/${person._id}`);
  await expect(page.getByRole('region', { name: 'Modules' })).toBeVisible();
  expect(await overflow()).toBe(0);
});
