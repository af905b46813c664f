import { expect, test } from '../src/index.ts';

test('a user signs in by keyboard after a wrong password, and reaches the page that required it (product 2.1, 2.10, 2.63, 4.2, 8.3, 11.5)', async ({
  page,
  people,
  screens,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/401/);
  const person = await people.create('seeker');
  const identityScripts: string[] = [];
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script' && (await response.text().catch(() => '')).includes('identitytoolkit'))
      identityScripts.push(response.url());
  });
  const devices: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) devices.push(request.headers()['x-device']);
  });
  await screens.home.open();
  await page.goto('/notifications');
  await expect(page).toHaveURL(/\/signin$/);
  const { signIn } = screens;
  await expect(page.getByText('Sign in to see your notifications')).toBeVisible();
  await signIn.email.focus();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not-the-password');
  for (const name of ['Show password', 'Forgot password?', 'Sign In']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(name);
  }
  const refused = page.waitForResponse('**/api/auth/login');
  await page.keyboard.press('Enter');
  const { message } = (await (await refused).json()) as { message: string };
  await expect(page.getByRole('alert').getByText(message)).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
  await expect(signIn.email).toHaveValue(person.email);

  await signIn.password.fill(person.password);
  await signIn.password.press('Enter');
  await expect(page.getByText('Logged in successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/notifications$/);
  expect(identityScripts).toEqual([]);
  // Wrong passwords from other networks do not delay a known browser.
  expect(devices).toEqual([expect.stringMatching(/^[\w-]{43}$/), devices[0]]);
});
