import { expect, test } from '../src/index.ts';

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
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const there = await elsewhere.newPage();
  await there.goto('/signin');
  await there.getByLabel('Email').fill(person.email);
  await there.getByLabel('Password', { exact: true }).fill(person.password);
  await there.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(there).toHaveURL(/\/home$/);
  const isConnected = there.waitForEvent('websocket');
  await there.goto('/profile');
  await isConnected;
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
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('/profile without a session asks to sign in', async ({ page }) => {
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/signin$/);
});
