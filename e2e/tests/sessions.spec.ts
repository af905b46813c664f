import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { UserResponse } from '@solvent/contracts';
import { expect, test } from '../src/index.ts';
import { openBrowser } from '../src/pages.ts';
import { createScreens } from '../src/screens/index.ts';
import { gotoReady } from '../src/socket.ts';

const NEW_PASSWORD = 'a-much-better-horse-77';
const HEADERS = { 'x-app-key': 'solvent-web' };
const SIGNED_OUT = 'You were signed out on this device';

interface Credentials {
  email: string;
  password: string;
}

async function createSignedInContext(
  browser: Browser,
  baseURL: string | undefined,
  { email, password }: Credentials,
): Promise<BrowserContext> {
  const context = await openBrowser(browser, baseURL);
  const response = await context.request.post('/api/auth/login', { headers: HEADERS, data: { email, password } });
  const { user } = (await response.json()) as UserResponse;
  await context.addInitScript((saved) => {
    if (localStorage.getItem('signed-in-by-test')) return;
    localStorage.setItem('signed-in-by-test', 'yes');
    localStorage.setItem('user', saved);
  }, JSON.stringify(user));
  return context;
}

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await gotoReady(tab, path);
  return tab;
}

const storedUser = (page: Page) => page.evaluate(() => localStorage.getItem('user'));

test('sessions that end in one browser end in all tabs of the other, which show a message (product 2.14, 4.1, 4.7, 8.7, 8.9, 11.12, 11.13)', async ({
  page,
  context,
  people,
  browser,
  baseURL,
  request,
  screens,
}) => {
  const person = await people.create('seeker');
  const { profile, settings } = screens;
  const other = await createSignedInContext(browser, baseURL, person);
  const [one, two] = [await openTab(other, '/profile'), await openTab(other, '/home')];
  await people.signIn(person);
  await settings('security').open();
  const devices = profile.devices.getByRole('listitem');
  await expect(devices).toHaveCount(2);

  await test.step('a changed password', async () => {
    const submit = profile.password.getByRole('button', { name: 'Change password' });
    await submit.click();
    await profile.password.getByLabel('Current password').fill(person.password);
    await profile.password.getByLabel('New password').fill(NEW_PASSWORD);
    await submit.click();
    await Promise.all([
      expect(page.getByText('Your password was changed. Other devices were signed out.')).toBeVisible(),
      expect(one.getByText(SIGNED_OUT)).toBeVisible(),
      expect(two.getByText(SIGNED_OUT)).toBeVisible(),
    ]);
    await expect(one).toHaveURL(/\/signin$/);
    await expect(createScreens(two).frame.signIn).toBeVisible();
    expect(await storedUser(two)).toBeNull();
    await expect(devices).toHaveText([/This device/]);
    await expect(page.getByText(SIGNED_OUT)).toBeHidden();
    await other.close();
  });
  await test.step('a device signed out from the list, whose socket is not connected', async () => {
    const unreachable = await createSignedInContext(browser, baseURL, { ...person, password: NEW_PASSWORD });
    const tab = await unreachable.newPage();
    await tab.routeWebSocket(/socket\.io/, (socket) => socket.close());
    const listed = tab.waitForResponse(/\/api\/chat\/conversations/);
    await tab.goto('/home');
    await listed;
    await settings('security').open();
    await devices.getByRole('button', { name: /^Sign out/ }).click();
    await expect(page.getByText('The device was signed out')).toBeVisible();
    await expect(devices).toHaveText([/This device/]);
    await createScreens(tab).frame.profile(person.name).click();
    await expect(tab.getByText(SIGNED_OUT)).toBeVisible();
    await expect(tab).toHaveURL(/\/signin$/);
    expect(await storedUser(tab)).toBeNull();
    await unreachable.close();
  });
  await test.step('signing out, here and on the server', async () => {
    const second = await openTab(context, '/home');
    await profile.open();
    const answered = page.waitForResponse('**/api/auth/logout');
    await profile.signOut.click();
    await expect(page).toHaveURL(/\/home$/);
    expect((await answered).ok()).toBe(true);
    for (const tab of [page, second]) {
      await expect(createScreens(tab).frame.signIn).toBeVisible();
      await expect(tab.getByText(SIGNED_OUT)).toBeHidden();
    }
    const headers = { ...HEADERS, Authorization: `Bearer ${person.token}` };
    expect((await request.get('/api/auth/profile', { headers })).status()).toBe(401);
  });
});
