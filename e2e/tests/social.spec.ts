import { devices } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { signOutByMenu } from '../src/pages.ts';

const sessionOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null') as Record<string, unknown> | null);
const group = (page: Page) => page.getByRole('group', { name: 'Or continue with' });

async function signOut(page: Page): Promise<void> {
  await signOutByMenu(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
}

test('a solver signs up with GitHub, signs out, and in again; no request leaves the machine', async ({
  page,
  people,
  providerPopup,
  outsideRequests,
}) => {
  const email = people.newAddress();
  await page.goto('/signup');
  await page.getByRole('radio', { name: /Become a Solver/ }).check();
  await page.getByRole('combobox').fill('Elixir');
  await page.getByRole('combobox').press('Enter');
  await page.getByRole('checkbox').check();
  await providerPopup.signInAsNew('GitHub', { email, name: 'Jonas Weber' });
  await expect(page).toHaveURL(/\/home$/);
  const made = await sessionOf(page);
  expect(made).toMatchObject({ email, name: 'Jonas Weber', role: 'solver', expertiseAreas: ['Elixir'], isEmailVerified: true });
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Jonas Weber, profile' })).toBeVisible();

  await signOut(page);
  expect(await sessionOf(page)).toBeNull();
  await page.goto('/signin');
  await providerPopup.signInAgain('GitHub', email);
  await expect(page).toHaveURL(/\/home$/);
  expect(await sessionOf(page)).toMatchObject({ _id: made?._id, role: 'solver' });
  expect(outsideRequests).toEqual([]);
});

test('a seeker signs up with Google; terms and areas of expertise are asked for before a popup opens', async ({
  page,
  context,
  people,
  providerPopup,
  outsideRequests,
}) => {
  const email = people.newAddress();
  await page.goto('/signup');
  await page.getByLabel('Full name').fill('Typed Before');
  await page.getByRole('radio', { name: /Become a Solver/ }).check();
  await group(page).getByRole('button', { name: 'Google' }).click();
  await expect(page.getByText('You must agree to the Terms of Service and Privacy Policy')).toBeVisible();
  await expect(page.getByText('Please add at least one area of expertise')).toBeVisible();
  expect(context.pages()).toHaveLength(1);
  await expect(page.getByLabel('Full name')).toHaveValue('Typed Before');

  await page.getByRole('radio', { name: /Find Solutions/ }).check();
  await page.getByRole('checkbox').check();
  await providerPopup.signInAsNew('Google', { email, name: 'Ines Duarte' });
  await expect(page).toHaveURL(/\/home$/);
  expect(await sessionOf(page)).toMatchObject({ email, name: 'Ines Duarte', role: 'seeker', isEmailVerified: true });
  expect(outsideRequests).toEqual([]);
});

test('the popup makes somebody up, and works by keyboard alone', async ({ page, providerPopup }) => {
  await page.goto('/signup');
  await page.getByRole('radio', { name: /Find Solutions/ }).check();
  await page.getByRole('checkbox').check();
  const popup = await providerPopup.open('Google');
  const generate = popup.getByRole('button', { name: 'Auto-generate user information' });
  if (!(await generate.isVisible())) {
    await popup.getByText('Add new account').focus();
    await popup.keyboard.press('Enter');
  }
  await generate.focus();
  await popup.keyboard.press('Enter');
  await expect(popup.getByLabel('Email')).toHaveValue(/@example\.com$/);
  const email = await popup.getByLabel('Email').inputValue();
  const closed = popup.waitForEvent('close');
  await popup.getByLabel('Name (optional)').focus();
  // The popup may close before the key comes up again.
  await popup.keyboard.press('Enter').catch(() => undefined);
  await closed;
  await expect(page).toHaveURL(/\/home$/);
  expect(await sessionOf(page)).toMatchObject({ email });
});

test('an identity without an account is told to sign up, and is not signed in', async ({
  page,
  people,
  providerPopup,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/401/);
  await page.goto('/signin');
  await providerPopup.signInAsNew('GitHub', { email: people.newAddress(), name: 'Nobody Yet' });
  await expect(page.getByText('No account uses this GitHub identity yet. Sign up first.')).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
  expect(await sessionOf(page)).toBeNull();
  await expect(page.getByRole('main').getByRole('link', { name: 'Create an account' })).toBeVisible();
});

test('a closed popup is silent, and the buttons are back at once', async ({ page, providerPopup }) => {
  await page.clock.install();
  await page.goto('/signin');
  await page.getByLabel('Email').fill('typed@example.com');
  const popup = await providerPopup.open('GitHub');
  await expect(group(page).getByRole('button', { name: 'GitHub' })).toHaveAttribute('aria-busy', 'true');
  await expect(group(page).getByRole('button', { name: 'Google' })).toBeDisabled();
  await popup.close();
  await expect(group(page).getByRole('button', { name: 'Google' })).toBeEnabled({ timeout: 7000 });
  await expect(page.getByLabel('Email')).toHaveValue('typed@example.com');

  // Another one takes its place while Firebase still waits for the first.
  const second = await providerPopup.open('Google');
  await expect(group(page).getByRole('button', { name: 'GitHub' })).toBeDisabled();
  await second.close();
  await expect(group(page).getByRole('button', { name: 'GitHub' })).toBeEnabled({ timeout: 7000 });
  // Firebase gives up on a closed window after eight to ten seconds; a toast would last four.
  await page.clock.runFor(11_000);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await sessionOf(page)).toBeNull();
});

test('two clicks open one popup', async ({ page, context }) => {
  await page.goto('/signin');
  const opened = page.waitForEvent('popup');
  await group(page).getByRole('button', { name: 'GitHub' }).dblclick();
  const popup = await opened;
  await expect(popup.getByRole('heading', { name: 'Sign in with GitHub' })).toBeVisible();
  await expect(group(page).getByRole('button', { name: 'Google' })).toBeDisabled();
  expect(context.pages()).toHaveLength(2);
});

test('a blocked popup says so', async ({ page }) => {
  await page.goto('/signin');
  await page.evaluate(() => void (window.open = () => null));
  await group(page).getByRole('button', { name: 'Google' }).click();
  await expect(page.getByText(/Your browser blocked the sign-in window/)).toBeVisible();
  await expect(group(page).getByRole('button', { name: 'Google' })).toBeEnabled();
});

test('a provider that cannot be reached says so, and the next try works', async ({
  page,
  people,
  providerPopup,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/ERR_CONNECTION_REFUSED/);
  const person = await people.create('seeker');
  await page.goto('/signin');
  await page.route('**/emulator/auth/iframe**', (route) => route.abort('connectionrefused'));
  await group(page).getByRole('button', { name: 'Google' }).click();
  await expect(page.getByText(/identity service could not be reached/)).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/emulator/auth/iframe**');
  await providerPopup.signInAsNew('Google', { email: person.email, name: 'Ines Duarte' });
  await expect(page).toHaveURL(/\/home$/);
});

test('Google signs in to the password account of the same verified address', async ({ page, people, providerPopup }) => {
  const person = await people.create('seeker');
  await page.goto('/signin');
  await providerPopup.signInAsNew('Google', { email: person.email, name: 'Another Name' });
  await expect(page).toHaveURL(/\/home$/);
  expect(await sessionOf(page)).toMatchObject({ _id: person._id, name: person.name });
});

test('an address that the provider does not vouch for opens no account of it', async ({
  page,
  people,
  providerPopup,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/40[0139]/);
  const email = people.newAddress();
  await page.goto('/signup');
  await page.getByRole('radio', { name: /Find Solutions/ }).check();
  await page.getByRole('checkbox').check();
  await providerPopup.signInAsNew('GitHub', { email, name: 'Ines Duarte', verified: false });
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible();
  expect(await sessionOf(page)).toBeNull();
});

test("somebody's address, not vouched for, is refused", async ({ page, people, providerPopup, consoleWatch }) => {
  consoleWatch.expectErrors(/40[0139]/);
  const person = await people.create('seeker');
  await page.goto('/signin');
  await providerPopup.signInAsNew('GitHub', { email: person.email, name: 'Not Ines', verified: false });
  await expect(page.getByText(/already signs in another way|does not vouch for this address/)).toBeVisible();
  expect(await sessionOf(page)).toBeNull();
});

test("the provider's code is not fetched before somebody comes near its buttons", async ({ page, remotes }) => {
  const identityFiles = () => remotes.requested('auth').filter((url) => /firebase|identity-emulator/.test(url));
  await page.goto('/signin');
  await expect(group(page)).toBeVisible();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.waitForLoadState('networkidle');
  expect(identityFiles()).toEqual([]);
  await group(page).getByRole('button', { name: 'GitHub' }).hover();
  await expect.poll(() => identityFiles().length).toBe(2);
});

test.describe('on a phone, where browsers block a popup that comes late', () => {
  const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];
  test.use(phone);

  test('the popup opens, and signs in', async ({ page, people, providerPopup, outsideRequests }) => {
    const person = await people.create('solver');
    await page.goto('/signin');
    await providerPopup.signInAsNew('GitHub', { email: person.email, name: 'Jonas Weber' });
    await expect(page).toHaveURL(/\/home$/);
    expect(await sessionOf(page)).toMatchObject({ _id: person._id });
    expect(outsideRequests).toEqual([]);
  });
});
