import { expect, test } from '../src/index.ts';
import { drawPicture } from '../src/pictures.ts';
import { gotoLive } from '../src/socket.ts';
import { newBrowser, signOutByMenu } from '../src/pages.ts';
import { expectToStand } from '../src/screens/screen.ts';

test('the profile link of the top bar leads to the name, the address and this device', async ({ page, people }) => {
  const person = await people.create('solver', 'Jonas Weber');
  await people.signIn(person);
  await page.goto('/home');
  await page.getByRole('banner').getByRole('link', { name: 'Jonas Weber, profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page).toHaveTitle('Profile · Solvent');
  await expect(page.getByRole('heading', { level: 1, name: 'Jonas Weber' })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Areas of expertise' })).toContainText('TypeScript');
  await expect(page.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
});

test('a device that is signed out from here is out within seconds', async ({ page, people, browser, baseURL }) => {
  const person = await people.create('seeker');
  const elsewhere = await newBrowser(browser, baseURL);
  const there = await elsewhere.newPage();
  await there.goto('/signin');
  await there.getByLabel('Email').fill(person.email);
  await there.getByLabel('Password', { exact: true }).fill(person.password);
  await there.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(there).toHaveURL(/\/home$/);
  await gotoLive(there, '/profile');
  await expect(there.getByRole('heading', { level: 1, name: person.name })).toBeVisible();

  await people.signIn(person);
  await page.goto('/profile');
  await page
    .getByRole('region', { name: 'Signed-in devices' })
    .getByRole('button', { name: /^Sign out (?!everywhere)/ })
    .click();
  await expect(page.getByText('The device was signed out')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toBeHidden();
  await expect(there).toHaveURL(/\/signin$/);
  expect(await there.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await expect(page.getByRole('heading', { level: 1, name: person.name })).toBeVisible();
  await elsewhere.close();
});

test('all other devices are signed out after asking once', async ({ page, people, request }) => {
  const person = await people.create('seeker');
  const headers = { 'x-app-key': 'solvent-web' };
  const login = () => request.post('/api/auth/login', { headers, data: { email: person.email, password: person.password } });
  await login();
  await login();
  await people.signIn(person);
  await page.goto('/profile');
  const devices = page.getByRole('region', { name: 'Signed-in devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(3);
  await devices.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page
    .getByRole('dialog', { name: 'Sign out everywhere else?' })
    .getByRole('button', { name: 'Sign out 2 devices' })
    .click();
  await expect(page.getByText('All other devices were signed out')).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveText([/This device/]);
  await page.reload();
  await expect(devices.getByRole('listitem')).toHaveText([/This device/]);
});

test('signing out ends on /home, on the server too', async ({ page, people, request }) => {
  const person = await people.create('seeker');
  await people.signIn(person);
  await page.goto('/profile');
  const isOut = page.waitForResponse((response) => response.url().endsWith('/api/auth/logout'));
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect((await isOut).ok()).toBe(true);
  const headers = { 'x-app-key': 'solvent-web', Authorization: `Bearer ${person.token}` };
  expect((await request.get('/api/auth/profile', { headers })).status()).toBe(401);
});

test('the menu signs out of a page that needs a session, and ends on /home', async ({ page, people }) => {
  await people.signIn(await people.create('seeker'));
  await page.goto('/profile');
  await expectToStand(page);
  await signOutByMenu(page);
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('/profile without a session asks to sign in', async ({ page }) => {
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/signin$/);
});

test('all of the profile is edited, stays after a reload, and stands on the public page', async ({ page, people, context }) => {
  const person = await people.create('solver', 'Jonas Weber');
  await people.signIn(person);
  await page.goto('/profile');
  const otherTab = await context.newPage();
  await otherTab.goto('/home');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  const form = page.getByRole('form', { name: 'Edit profile' });
  await form.getByLabel('Name', { exact: true }).fill('Jonas K. Weber');
  await form.getByLabel('Headline').fill('Slow queries made fast');
  await form.getByRole('textbox', { name: 'Bio' }).fill('I read **query plans** for breakfast.');
  await form.getByRole('tab', { name: 'Preview' }).click();
  await expect(form.getByRole('tabpanel', { name: 'Preview' }).locator('strong')).toHaveText('query plans');
  await form.getByLabel('Location').fill('Hamburg, Germany');
  await form.getByLabel('Website').fill('weber.example');
  await form.getByLabel('GitHub').fill('jkweber');
  await form.getByLabel('Areas of expertise').fill('Rust');
  await form.getByLabel('Areas of expertise').press('Enter');

  await page.reload();
  await expect(form.getByLabel('Headline')).toHaveValue('Slow queries made fast');
  await form.getByLabel('Headline').press('Control+Enter');
  await expect(page.getByText('Profile updated')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Jonas K. Weber, profile' })).toBeVisible();
  await expect(otherTab.getByRole('banner').getByRole('link', { name: 'Jonas K. Weber, profile' })).toBeVisible();
  await otherTab.close();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Jonas K. Weber' })).toBeVisible();
  await expect(page.getByText('Slow queries made fast')).toBeVisible();
  await page.getByRole('link', { name: 'View public profile' }).click();
  await expect(page).toHaveURL(`/profile/${person._id}`);
  await expect(page).toHaveTitle('Jonas K. Weber · Solvent');
  const about = page.getByRole('region', { name: 'About' });
  await expect(about.locator('strong')).toHaveText('query plans');
  await expect(about).toContainText('Hamburg, Germany');
  await expect(about.getByRole('link', { name: 'weber.example' })).toHaveAttribute('href', 'https://weber.example/');
  await expect(about.getByRole('link', { name: 'github.com/jkweber' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Areas of expertise' })).toContainText('Rust');
  await expect(page.getByText(person.email)).toHaveCount(0);
});

test('a profile is edited with the keyboard alone', async ({ page, people }) => {
  await people.signIn(await people.create('solver'));
  await page.goto('/profile');
  const edit = page.getByRole('button', { name: 'Edit profile' });
  // Until the profile has come nothing can be edited, and the button takes no focus.
  await expect(edit).toBeEnabled();
  await edit.focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Edit profile' });
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('At home on a keyboard');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Edit profile' })).toBeFocused();
  await expect(page.getByText('At home on a keyboard')).toBeVisible();
});

test('a cropped picture shows in the top bar and on the public profile', async ({ page, people }) => {
  const person = await people.create('solver', 'Jonas Weber');
  await people.signIn(person);
  await page.goto('/profile');
  await page.getByLabel('Add a picture').setInputFiles(await drawPicture(page, [900, 600]));
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' });
  const position = dialog.getByRole('group', { name: /^Position of the picture/ });
  await position.focus();
  // Far enough to the side that only the red half is left.
  await dialog.getByRole('slider', { name: 'Zoom' }).fill('3');
  await position.press('ArrowRight');
  for (let press = 0; press < 300; press += 1) await page.keyboard.press('ArrowRight');
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByText('Profile updated')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Change picture')).toBeFocused();

  const inBar = page.getByRole('banner').locator('img[src^="/api/files/"]');
  await expect(inBar).toBeVisible();
  const color = await inBar.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 1;
    canvas.height = 1;
    const context = canvas.getContext('2d');
    context?.drawImage(image, image.naturalWidth - 1, 0, 1, 1, 0, 0, 1, 1);
    return [image.naturalWidth, image.naturalHeight, ...(context?.getImageData(0, 0, 1, 1).data ?? [])];
  });
  const [width, height, red = 0, , blue = 0] = color;
  expect(width).toBe(height);
  expect(red).toBeGreaterThan(blue);

  await page.goto(`/profile/${person._id}`);
  await expect(page.getByRole('main').locator('img[src^="/api/files/"]')).toBeVisible();
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0);
});

test('a file that is no picture is refused with a sentence', async ({ page, people, consoleWatch }) => {
  // The trace's recorder asks for the picture once more, and the policy refuses that; without a trace nobody does.
  consoleWatch.expectErrors(/Connecting to 'blob:/);
  await people.signIn(await people.create('seeker'));
  await page.goto('/profile');
  const input = page.getByLabel('Add a picture');
  await expect(input).toHaveAttribute('accept', 'image/png,image/jpeg,image/webp,image/gif');
  const broken = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('this is no picture') };
  await input.setInputFiles(broken);
  await expect(page.getByRole('alert').filter({ hasText: 'This picture could not be read' })).toBeVisible();
  await input.setInputFiles({ ...broken, name: 'me.svg', mimeType: 'image/svg+xml' });
  await expect(page.getByText('Choose a PNG, JPEG, WebP or GIF picture')).toBeVisible();
  await input.setInputFiles({ ...broken, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(page.getByText('A picture can be at most 5 MB')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});
