import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { getAuthHeaders } from '../src/marketplace.ts';
import { drawPicture } from '../src/pictures.ts';
import { createScreens } from '../src/screens/index.ts';

test('a profile is edited by keyboard, keeps its draft, and is shown in other tabs and to others (product 2.14, 2.15, 5.6, 10.12, 10.13, 10.27)', async ({
  page,
  people,
  context,
  screens,
}) => {
  const person = await people.create('solver', 'Jonas Weber');
  await people.signIn(person);
  const { frame, profile, publicProfile } = screens;
  const otherTab = await context.newPage();
  await page.goto('/home');
  await frame.profile('Jonas Weber').click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page).toHaveTitle('Jonas Weber · Solvent');
  await expect(profile.areas).toContainText('TypeScript');
  await otherTab.goto('/home');

  const { form } = profile;
  await test.step('edit', async () => {
    await profile.edit.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeFocused();
    await form.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Jonas K. Weber');
    await page.keyboard.press('Tab');
    await page.keyboard.type('שאילתות איטיות');
    await form.getByRole('textbox', { name: 'Bio' }).fill('I read **query plans** for breakfast.');
    await form.getByRole('tab', { name: 'Preview' }).click();
    await expect(form.getByRole('tabpanel', { name: 'Preview' }).locator('strong')).toHaveText('query plans');
    await form.getByLabel('Location').fill('Puebla');
    await form.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Mexico' });
    await form.getByRole('combobox', { name: 'Time zone' }).selectOption('America/Mexico_City');
    await form.getByLabel('Website').fill('weber.example');
    await form.getByLabel('GitHub').fill('jkweber');
    await form.getByRole('combobox', { name: 'Areas of expertise' }).fill('Rust');
    await form.getByRole('combobox', { name: 'Areas of expertise' }).press('Enter');
  });
  await test.step('reload and save', async () => {
    await page.reload();
    await expect(form.getByLabel('Headline')).toHaveValue('שאילתות איטיות');
    await form.getByLabel('Headline').press('Control+Enter');
    await expect(page.getByText('Profile updated')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Cancel' })).toBeHidden();
    await expect(frame.profile('Jonas K. Weber')).toBeVisible();
    await expect(createScreens(otherTab).frame.profile('Jonas K. Weber')).toBeVisible();
    await otherTab.close();
  });
  await test.step('the public profile', async () => {
    const { about, areas, edit, heading, open } = publicProfile(person._id);
    await open();
    await expect(page).toHaveTitle('Jonas K. Weber · Solvent');
    await expect(heading).toHaveText('Jonas K. Weber');
    await expect(page.getByText('שאילתות איטיות')).toHaveCSS('direction', 'rtl');
    await expect(about.locator('strong')).toHaveText('query plans');
    await expect(about).toContainText('Mexico');
    await expect(about.getByRole('link', { name: 'github.com/jkweber' })).toBeVisible();
    await expect(areas).toContainText('Rust');
    await expect(page.getByText(person.email)).toHaveCount(0);
    await edit.click();
    await expect(page).toHaveURL(/\/profile\/settings\/profile$/);
  });
});

test('a cropped picture is shown in the top bar and on the public profile; a file that is no picture is refused (product 2.14, 9.11)', async ({
  page,
  people,
  screens,
  consoleWatch,
}) => {
  // The trace recorder requests the picture again, which the policy refuses.
  consoleWatch.expectErrors(/Connecting to 'blob:/);
  const person = await people.create('solver', 'Jonas Weber');
  await people.signIn(person);
  const { frame, publicProfile, settings } = screens;
  await settings('profile').open();
  await test.step('a file that the browser cannot read', async () => {
    const broken = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('this is no picture') };
    await page.getByLabel('Add a picture').setInputFiles(broken);
    await expect(page.getByRole('alert').filter({ hasText: 'This picture could not be read' })).toBeVisible();
  });
  await test.step('crop', async () => {
    await page.getByLabel('Add a picture').setInputFiles(await drawPicture(page, [900, 600]));
    const dialog = page.getByRole('dialog', { name: 'Crop your picture' });
    const position = dialog.getByRole('group', { name: /^Picture position/ });
    await dialog.getByRole('slider', { name: 'Zoom' }).fill('3');
    // Drags until only the red half is left.
    await position.hover();
    await page.mouse.down();
    await page.mouse.move(1400, 450, { steps: 5 });
    await page.mouse.up();
    await position.press('ArrowRight');
    await dialog.getByRole('button', { name: 'Save picture' }).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Change picture')).toBeFocused();
  });
  const inBar = frame.bar.locator('img[src^="/api/files/"]');
  await expect(inBar).toBeVisible();
  const [width, height, red = 0, , blue = 0] = await inBar.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
    const drawing = canvas.getContext('2d');
    drawing?.drawImage(image, image.naturalWidth - 1, 0, 1, 1, 0, 0, 1, 1);
    return [image.naturalWidth, image.naturalHeight, ...(drawing?.getImageData(0, 0, 1, 1).data ?? [])];
  });
  expect(width).toBe(height);
  expect(red).toBeGreaterThan(blue);

  await publicProfile(person._id).open();
  await expect(page.getByRole('main').locator('img[src^="/api/files/"]')).toBeVisible();
  await publicProfile(person._id).edit.click();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(frame.bar.locator('img')).toHaveCount(0);
});

const storedRole = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { role?: string }).role);

test('a seeker becomes a solver on the profile, and a seeker again to post a problem; the sections work by keyboard and are accessible in both themes (product 2.7, 4.4, 6.1, 8.4, 10.2, 10.13)', async ({
  page,
  people,
  request,
  screens,
  expectAccessibleInBothThemes,
}) => {
  const person = await people.create('seeker');
  await people.signIn(person);
  const { frame, postProblem, profile, settings } = screens;
  await settings('security').open();
  await test.step('keyboard and axe', async () => {
    await profile.password.getByRole('button', { name: 'Change password' }).focus();
    await page.keyboard.press('Enter');
    await expect(profile.password.getByLabel('Current password')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(profile.password.getByText('Your current password is required')).toBeVisible();
    await expectAccessibleInBothThemes();
    for (const [section, button, dialog] of [
      ['account', 'Become a solver', 'Switch to Solver Account'],
      ['data', 'Delete account', 'Delete your account?'],
    ] as const) {
      await settings(section).open();
      const opener = page.getByRole('button', { name: button });
      await opener.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
      await expectAccessibleInBothThemes();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(opener).toBeFocused();
    }
  });
  const serverRole = async () => {
    const response = await request.get('/api/auth/profile', { headers: getAuthHeaders(person) });
    return ((await response.json()) as { user: { role: string } }).user.role;
  };
  await profile.open();
  await test.step('a solver', async () => {
    await profile.role.getByRole('button', { name: 'Become a solver' }).click();
    const dialog = page.getByRole('dialog', { name: 'Switch to Solver Account' });
    await dialog.getByRole('combobox', { name: 'Areas of expertise' }).fill('Rust');
    await dialog.getByRole('combobox', { name: 'Areas of expertise' }).press('Enter');
    await dialog.getByRole('button', { name: 'Switch to Solver' }).click();
    await expect(page.getByText('Successfully switched to solver account')).toBeVisible();
    expect([await storedRole(page), await serverRole()]).toEqual(['solver', 'solver']);
  });
  await test.step('a seeker again', async () => {
    await frame.postProblem.click();
    await expect(frame.roleSwitchDialog.getByText('1 skill(s) added')).toBeVisible();
    await frame.roleSwitchDialog.getByRole('button', { name: 'Switch to Seeker' }).click();
    await expect(page.getByText('Successfully switched to seeker account')).toBeVisible();
    await expect(page).toHaveURL(/\/post-problem$/);
    await expect(postProblem.title).toBeVisible();
    expect([await storedRole(page), await serverRole()]).toEqual(['seeker', 'seeker']);
  });
});
