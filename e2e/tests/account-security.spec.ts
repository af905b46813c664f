import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { UserAnswer } from '@solvent/contracts';
import { expect, test } from '../src/index.ts';
import { gotoLive } from '../src/socket.ts';
import type { Person } from '../src/index.ts';
import { newBrowser } from '../src/pages.ts';

const NEW_PASSWORD = 'a-much-better-horse-77';
const headers = { 'x-app-key': 'solvent-web' };
const SIGNED_OUT = 'You were signed out on this device';

/** Another browser, in which the person signs in by password. */
async function elsewhere(browser: Browser, baseURL: string | undefined, person: Person): Promise<BrowserContext> {
  const context = await newBrowser(browser, baseURL);
  const { email, password } = person;
  const answer = await context.request.post('/api/auth/login', { headers, data: { email, password } });
  const { user } = (await answer.json()) as UserAnswer;
  await context.addInitScript((saved) => {
    if (localStorage.getItem('signed-in-by-test')) return;
    localStorage.setItem('signed-in-by-test', 'yes');
    localStorage.setItem('user', saved);
  }, JSON.stringify(user));
  return context;
}

/** A tab whose socket stands. */
async function tabAt(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await gotoLive(tab, path);
  return tab;
}

/** The second that it may take is held where sockets are tested; a busy machine's tabs in the background see it later. */
const AT_ONCE = 5000;

const isSignedOut = (page: Page) => page.waitForFunction(() => localStorage.getItem('user') === null).then(() => Date.now());

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  const section = page.getByRole('region', { name: 'Password' });
  await section.getByRole('button', { name: 'Change password' }).click();
  await section.getByLabel('Current password').fill(from);
  await section.getByLabel('New password').fill(to);
  await section.getByRole('button', { name: 'Change password' }).click();
}

test('a changed password signs the other browser out at once, in every tab, and says so', async ({
  page,
  people,
  browser,
  baseURL,
  request,
}) => {
  const person = await people.create('seeker');
  const other = await elsewhere(browser, baseURL, person);
  const [one, two] = [await tabAt(other, '/profile'), await tabAt(other, '/home')];
  await people.signIn(person);
  await page.goto('/profile');
  const devices = page.getByRole('region', { name: 'Signed-in devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);

  const answered = page.waitForResponse((response) => response.url().endsWith('/api/auth/password')).then(() => Date.now());
  const out = Promise.all([isSignedOut(one), isSignedOut(two)]);
  await changePassword(page, person.password, NEW_PASSWORD);
  await expect(page.getByText('Your password was changed. Other devices were signed out.')).toBeVisible();
  expect(Math.max(...(await out)) - (await answered)).toBeLessThan(AT_ONCE);
  await expect(one.getByText(SIGNED_OUT)).toBeVisible();
  await expect(two.getByText(SIGNED_OUT)).toBeVisible();
  await expect(one).toHaveURL(/\/signin$/);
  await expect(two.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();

  await expect(devices.getByRole('listitem')).toHaveText([/This device/]);
  await expect(page.getByText(SIGNED_OUT)).toBeHidden();
  const login = (password: string) => request.post('/api/auth/login', { headers, data: { email: person.email, password } });
  expect((await login(person.password)).status()).toBe(401);
  expect((await login(NEW_PASSWORD)).status()).toBe(200);
  await other.close();
});

test('a wrong current password and a known new one stand under their fields, and what was typed stays', async ({
  page,
  people,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/422/);
  const person = await people.create('seeker');
  await people.signIn(person);
  await page.goto('/profile');
  await changePassword(page, 'not-my-password', NEW_PASSWORD);
  const section = page.getByRole('region', { name: 'Password' });
  const current = section.getByLabel('Current password');
  const next = section.getByLabel('New password');
  await expect(current).toHaveAttribute('aria-invalid', 'true');
  await expect(section.getByText('The current password is wrong.')).toBeVisible();
  await expect(current).toBeFocused();
  await expect(next).toHaveValue(NEW_PASSWORD);

  await current.fill(person.password);
  await next.fill('password123');
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(next).toHaveAttribute('aria-invalid', 'true');
  await expect(next).toBeFocused();
  await next.fill('short');
  await expect(section.getByText('Password must be at least 8 characters')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: person.name })).toBeVisible();
});

test('a device signed out from the list is told in both of its tabs; the person signing out is not', async ({
  page,
  context,
  people,
  browser,
  baseURL,
}) => {
  const person = await people.create('solver');
  const other = await elsewhere(browser, baseURL, person);
  const [one, two] = [await tabAt(other, '/home'), await tabAt(other, '/profile')];
  await people.signIn(person);
  await page.goto('/profile');
  const devices = page.getByRole('region', { name: 'Signed-in devices' });
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE').then(() => Date.now());
  const out = Promise.all([isSignedOut(one), isSignedOut(two)]);
  await devices.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();
  expect(Math.max(...(await out)) - (await ended)).toBeLessThan(AT_ONCE);
  for (const tab of [one, two]) await expect(tab.getByText(SIGNED_OUT)).toBeVisible();
  await other.close();

  const second = await tabAt(context, '/home');
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
  for (const tab of [page, second]) {
    await expect(tab.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    await expect(tab.getByText(SIGNED_OUT)).toBeHidden();
  }
});

test('a browser that was out of reach learns it at its next call', async ({ people, browser, baseURL, request }) => {
  const person = await people.create('seeker');
  const other = await elsewhere(browser, baseURL, person);
  const there = await other.newPage();
  // Its socket never stands: nobody can tell it.
  await there.routeWebSocket(/socket\.io/, (socket) => socket.close());
  // The last call that the page makes by itself.
  const listed = there.waitForResponse(/\/api\/chat\/conversations/);
  await there.goto('/home');
  await expect(there.getByRole('banner').getByRole('link', { name: `${person.name}, profile` })).toBeVisible();
  await listed;
  const asPerson = { ...headers, Authorization: `Bearer ${person.token}` };
  const change = { currentPassword: person.password, password: NEW_PASSWORD };
  expect((await request.put('/api/auth/password', { headers: asPerson, data: change })).ok()).toBe(true);
  await there
    .getByRole('banner')
    .getByRole('link', { name: `${person.name}, profile` })
    .click();
  await expect(there).toHaveURL(/\/signin$/);
  await expect(there.getByText(SIGNED_OUT)).toBeVisible();
  expect(await there.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await other.close();
});

test('an account of Google alone gets its password by a link', async ({ page, people, providerPopup, mailbox }) => {
  const email = people.newAddress();
  await page.goto('/signup');
  await page.getByRole('radio', { name: /Find Solutions/ }).check();
  await page.getByRole('checkbox').check();
  await providerPopup.signInAsNew('Google', { email, name: 'Ines Duarte' });
  await expect(page).toHaveURL(/\/home$/);
  await page.goto('/profile');
  await expect(page.getByRole('region', { name: 'Ways to sign in' }).getByRole('listitem')).toHaveText(['Google']);
  const section = page.getByRole('region', { name: 'Password' });
  await section.getByRole('button', { name: 'Send me a link' }).click();
  await expect(section.getByText(`A link is on its way to ${email}. Open it to choose a password.`)).toBeVisible();
  await expect(section.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  // The last call that the page makes by itself: the new password ends the session that it is made in.
  const listed = page.waitForResponse(/\/api\/chat\/conversations/);
  await page.goto(await mailbox.linkFor(email));
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await listed;
  await page
    .getByRole('main')
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto('/profile');
  await expect(page.getByRole('region', { name: 'Ways to sign in' }).getByRole('listitem')).toHaveText([
    'Email and password',
    'Google',
  ]);
  await expect(section.getByRole('button', { name: 'Change password' })).toBeVisible();
});

test('the account’s sections are accessible in both themes, and work by keyboard alone', async ({
  page,
  people,
  expectAccessibleInBothThemes,
}) => {
  await people.signIn(await people.create('seeker'));
  await page.goto('/profile');
  const section = page.getByRole('region', { name: 'Password' });
  await section.getByRole('button', { name: 'Change password' }).focus();
  await page.keyboard.press('Enter');
  await expect(section.getByLabel('Current password')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(section.getByText('Your current password is required')).toBeVisible();
  await expectAccessibleInBothThemes();

  for (const [button, dialog] of [
    ['Become a solver', 'Switch to Solver Account'],
    ['Delete account', 'Delete your account?'],
  ] as const) {
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
