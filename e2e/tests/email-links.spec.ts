import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import type { Screens } from '../src/index.ts';

const PASSWORD = 'correct-horse-battery-9';
const NEW_PASSWORD = 'quiet-otters-tally-7-moons';
const HEADERS = { 'x-app-key': 'solvent-web' };

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const newPassword = (page: Page) => page.getByLabel('New password', { exact: true });
const change = (page: Page) => page.getByRole('button', { name: 'Change password' }).click();

async function signUp({ signUp: form }: Screens, email: string): Promise<void> {
  await form.open();
  await form.fillAsSeeker({ name: 'Ines Duarte', email, password: PASSWORD });
  await expect(form.checkEmail).toContainText('A verification link was sent');
}

function withWrongCode(link: string): string {
  const { searchParams } = new URL(link);
  const page = new URL(searchParams.get('continueUrl') ?? '');
  for (const [name, value] of searchParams) if (name !== 'continueUrl') page.searchParams.set(name, value);
  page.searchParams.set('oobCode', 'a-code-of-another-link');
  return page.href;
}

test('a link that is incomplete, changed, used or expired explains why, and a new one works (product 2.13)', async ({
  page,
  people,
  mailbox,
  screens,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/400|verify-email|ERR_/);
  const address = people.newAddress();
  await signUp(screens, address);
  const first = await mailbox.linkFor(address);
  const sendNew = page.getByRole('button', { name: 'Send a new link' });
  await test.step('incomplete', async () => {
    await page.goto('/finishSignUp?mode=signIn');
    await expect(heading(page, 'This link is incomplete')).toBeVisible();
    await expect(sendNew).toBeEnabled();
  });
  await test.step('changed', async () => {
    await page.goto(withWrongCode(first));
    await expect(heading(page, 'This link cannot be used')).toBeFocused();
    await expect(page.getByText(/or it has been changed/)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });
  await test.step('expired', async () => {
    await mailbox.expire(first);
    await page.goto(first);
    await expect(heading(page, 'This link cannot be used')).toBeFocused();
    await expect(page.getByText('This link has expired. Get a new one.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(address);
    await sendNew.click();
    await expect(page.getByText(`A new link is on its way to ${address}`)).toBeVisible();
    await expect.poll(() => mailbox.linkFor(address)).not.toBe(first);
  });
  const second = await mailbox.linkFor(address);
  await page.goto(second);
  await expect(screens.frame.profile('Ines Duarte')).toBeVisible();
  await test.step('used', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto(second);
    await page.getByLabel('Email').fill(address);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('This link has been used already. Please sign in.')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/signin$/);
  });
});

test('a link is not used up while the server cannot be reached (product 2.13)', async ({
  page,
  people,
  mailbox,
  screens,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/ERR_FAILED|Failed to load|verify-email/);
  const address = people.newAddress();
  await signUp(screens, address);
  const link = await mailbox.linkFor(address);
  const calls = '**/api/auth/verify-email';
  await page.route(calls, (route) => route.abort());
  await page.goto(link);
  await expect(heading(page, 'Your email is not verified yet')).toBeVisible();
  await expect(page.getByText(/Your link is still valid/)).toBeVisible();
  await page.unroute(calls);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(screens.frame.profile('Ines Duarte')).toBeVisible();
});

test('a user who forgot the password chooses a new one by email, and all other sessions end (product 2.13, 5.4, 8.9, 11.12)', async ({
  page,
  request,
  people,
  mailbox,
  screens,
  consoleWatch,
  openBrowserAs,
}) => {
  consoleWatch.expectErrors(/400|422|ERR_FAILED|Failed to load|health/);
  const person = await people.create('seeker', 'Ines Duarte');
  const { email } = person;
  await test.step('request the link', async () => {
    await screens.signIn.open();
    await screens.signIn.email.fill(email);
    await screens.signIn.forgotPassword.click();
    await expect(heading(page, 'Reset your password')).toBeFocused();
    await expect(page).toHaveTitle('Reset your password · Solvent');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText(`If an account uses ${email}, a link`)).toBeFocused();
    await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  });
  const link = await mailbox.linkFor(email);
  expect((await mailbox.list()).find(({ to }) => to === email)?.subject).toBe('Choose a new password for Solvent');
  const other = await openBrowserAs(person);
  await other.page.goto('/profile');
  await expect(heading(other.page, 'Ines Duarte')).toBeVisible();

  await page.goto(link);
  await expect(heading(page, 'Choose a new password')).toBeFocused();
  await test.step('a reload', async () => {
    await page.reload();
    await expect(heading(page, 'Choose a new password')).toBeVisible();
  });
  await test.step('the server cannot be reached', async () => {
    await newPassword(page).fill(NEW_PASSWORD);
    await page.route(/\/api\//, (route) => route.abort());
    await change(page);
    await expect(page.getByRole('alert').getByText(/Your link is still valid/)).toBeVisible();
    await expect(newPassword(page)).toHaveValue(NEW_PASSWORD);
    await page.unroute(/\/api\//);
  });
  await test.step('a known password', async () => {
    await newPassword(page).fill('password123');
    await change(page);
    await expect(newPassword(page)).toBeFocused();
    await expect(newPassword(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(newPassword(page)).toHaveValue('password123');
  });
  await newPassword(page).fill(NEW_PASSWORD);
  await change(page);
  await expect(page.getByText('Your password was changed. You are signed in.')).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
  await expect(screens.frame.profile('Ines Duarte')).toBeVisible();
  await expect(other.page).toHaveURL(/\/signin$/);
  await other.close();

  const login = (password: string) => request.post('/api/auth/login', { headers: HEADERS, data: { email, password } });
  expect((await login(person.password)).status()).toBe(401);
  expect((await login(NEW_PASSWORD)).status()).toBe(200);
});
