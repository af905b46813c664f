import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';
import { newBrowser } from '../src/pages.ts';

const NEW_PASSWORD = 'quiet-otters-tally-7-moons';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const profileOf = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name: `${name}, profile` });
const password = (page: Page) => page.getByLabel('New password', { exact: true });
const change = (page: Page) => page.getByRole('button', { name: 'Change the password' }).click();

async function askForLink(page: Page, address: string): Promise<void> {
  await page.goto('/reset-password');
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`If an account uses ${address}, a link to choose a new password is on its way.`)).toBeVisible();
}

async function signIn(page: Page, { email }: Person, typed: string): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
}

test('who forgot the password chooses a new one, and every other session ends', async ({
  page,
  browser,
  baseURL,
  people,
  mailbox,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/401/);
  const person = await people.create('seeker', 'Ines Duarte');
  await page.goto('/signin');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(heading(page, 'Reset your password')).toBeFocused();
  await expect(page).toHaveTitle('Reset your password · Solvent');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`If an account uses ${person.email}, a link`)).toBeFocused();
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  expect((await mailbox.list()).find(({ to }) => to === person.email)?.subject).toBe('Choose a new password for Solvent');

  const elsewhere = await newBrowser(browser, baseURL);
  const there = await elsewhere.newPage();
  await there.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(person));
  await there.goto('/profile');
  await expect(profileOf(there, 'Ines Duarte')).toBeVisible();

  await page.goto(await mailbox.linkFor(person.email));
  await expect(heading(page, 'Choose a new password')).toBeFocused();
  await password(page).fill(NEW_PASSWORD);
  await change(page);
  await expect(page.getByText('Your password was changed. You are signed in.')).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
  await expect(profileOf(page, 'Ines Duarte')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('emailForSignIn'))).toBeNull();
  await expect(there).toHaveURL(/\/signin$/);
  await elsewhere.close();

  await page.evaluate(() => localStorage.removeItem('user'));
  await signIn(page, person, person.password);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await signIn(page, person, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/home$/);
});

test('an address without an account gets the same words; its link says so only to who holds the inbox', async ({
  page,
  people,
  mailbox,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/401/);
  const address = people.newAddress();
  await askForLink(page, address);
  await page.goto(await mailbox.linkFor(address));
  await password(page).fill(NEW_PASSWORD);
  await change(page);
  await expect(heading(page, 'Your password could not be changed')).toBeFocused();
  await expect(page.getByText('No account uses this email address.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Create an account' })).toBeVisible();
});

test('another device is asked for the address', async ({ page, browser, baseURL, people, mailbox, consoleWatch }) => {
  const person = await people.create('seeker');
  consoleWatch.expectErrors(/400/);
  await askForLink(page, person.email);
  const phone = await newBrowser(browser, baseURL);
  const there = await phone.newPage();
  await there.goto(await mailbox.linkFor(person.email));
  await password(there).fill(NEW_PASSWORD);
  await there.getByLabel('Email').fill('somebody.else@example.com');
  await change(there);
  await expect(there.getByText('This link was sent to another address.')).toBeVisible();
  await expect(there.getByLabel('Email')).toBeFocused();
  await there.getByLabel('Email').fill(person.email);
  await there.getByLabel('Email').press('Enter');
  await expect(there).toHaveURL(/\/home$/);
  await phone.close();
});

test('a breached password is refused under the field, and another one needs no new link', async ({
  page,
  people,
  mailbox,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/422/);
  const person = await people.create('seeker');
  await askForLink(page, person.email);
  await page.goto(await mailbox.linkFor(person.email));
  await password(page).fill('password123');
  await change(page);
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(password(page)).toHaveValue('password123');
  await password(page).fill(NEW_PASSWORD);
  await change(page);
  await expect(page).toHaveURL(/\/home$/);
});

test('who is signed in as somebody else is told so first', async ({ page, people, mailbox }) => {
  const person = await people.create('seeker', 'Ines Duarte');
  const other = await people.create('solver', 'Jonas Weber');
  await askForLink(page, person.email);
  await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify(other));
  await page.goto(await mailbox.linkFor(person.email));
  await expect(page.getByText(`You are signed in as Jonas Weber. This will sign you in as ${person.email}.`)).toBeVisible();
  await password(page).fill(NEW_PASSWORD);
  await change(page);
  await expect(profileOf(page, 'Ines Duarte')).toBeVisible();
});

test('who is signed in here changes the password by link and stays signed in', async ({
  page,
  people,
  mailbox,
  consoleWatch,
}) => {
  // The change ends the session of before, which a request that is fetched ahead may still be under way with.
  consoleWatch.expectErrors(/status of 401 .*\/api\/chat\/conversations/);
  const person = await people.create('seeker', 'Ines Duarte');
  await askForLink(page, person.email);
  await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify(person));
  await page.goto(await mailbox.linkFor(person.email));
  await expect(profileOf(page, 'Ines Duarte')).toBeVisible();
  await password(page).fill(NEW_PASSWORD);
  await change(page);
  await expect(page.getByText('Your password was changed. You are signed in.')).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
  await expect(profileOf(page, 'Ines Duarte')).toBeVisible();
});

test('a used, an expired, a changed and an incomplete link say so, and a new one works', async ({
  page,
  people,
  mailbox,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/400/);
  const person = await people.create('seeker');
  await askForLink(page, person.email);
  const link = await mailbox.linkFor(person.email);
  await page.goto(link);
  await expect(password(page)).toBeVisible();
  const whole = page.url();

  await page.goto(whole.replace(/oobCode=[^&]*/, 'oobCode=somebody-elses-code'));
  await expect(heading(page, 'This link cannot be used')).toBeFocused();
  await page.goto(whole.replace(/oobCode=[^&]*&?/, ''));
  await expect(heading(page, 'This link is not complete')).toBeVisible();

  await mailbox.expire(link);
  await page.goto(whole);
  await expect(heading(page, 'This link has expired')).toBeVisible();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect.poll(() => mailbox.linkFor(person.email)).not.toBe(link);
  const fresh = await mailbox.linkFor(person.email);
  await page.goto(fresh);
  await password(page).fill(NEW_PASSWORD);
  await change(page);
  await expect(page).toHaveURL(/\/home$/);

  await page.goto(fresh);
  await expect(heading(page, 'This link cannot be used')).toBeVisible();
});

test('what was typed stays while the server is down, and the link stays good', async ({
  page,
  people,
  mailbox,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/ERR_FAILED|Failed to load|health/);
  const person = await people.create('seeker');
  await askForLink(page, person.email);
  await page.goto(await mailbox.linkFor(person.email));
  await password(page).fill(NEW_PASSWORD);
  await page.route(/\/api\//, (route) => route.abort());
  await change(page);
  await expect(page.getByText(/the link stays good/)).toBeVisible();
  await expect(password(page)).toHaveValue(NEW_PASSWORD);
  await page.unroute(/\/api\//);
  await change(page);
  await expect(page).toHaveURL(/\/home$/);
});
