import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';

const PASSWORD = 'correct-horse-battery-9';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const profileOf = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name: `${name}, profile` });
const setKey = (page: Page, key: string, value: string) =>
  page.evaluate(([name, text]) => localStorage.setItem(name ?? '', text ?? ''), [key, value]);

/** Signs up by hand and leaves this browser waiting for its address to be proven. */
async function signUp(page: Page, address: string): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Full name').fill('Ines Duarte');
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('radio', { name: /Find Solutions/ }).check();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('A verification link was sent')).toBeVisible();
}

/** The address of the page that a mailed link leads to. */
function pageOf(link: string): URL {
  const { searchParams } = new URL(link);
  const page = new URL(searchParams.get('continueUrl') ?? '');
  for (const [name, value] of searchParams) if (name !== 'continueUrl') page.searchParams.set(name, value);
  return page;
}

test('a used link says so, and leads to signing in', async ({ page, people, mailbox, consoleWatch }) => {
  consoleWatch.expectErrors(/400/);
  const address = people.newAddress();
  await signUp(page, address);
  const link = await mailbox.linkFor(address);
  await page.goto(link);
  await expect(page).toHaveURL(/\/home$/);
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(heading(page, 'This link cannot be used')).toBeFocused();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/signin$/);
});

test('an expired link says so, and a new one works', async ({ page, people, mailbox, consoleWatch }) => {
  consoleWatch.expectErrors(/400/);
  const address = people.newAddress();
  await signUp(page, address);
  const link = await mailbox.linkFor(address);
  await mailbox.expire(link);
  await page.goto(link);
  await expect(heading(page, 'This link has expired')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(address);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText(`A new link is on its way to ${address}`)).toBeVisible();
  await expect.poll(() => mailbox.linkFor(address)).not.toBe(link);
  await page.goto(await mailbox.linkFor(address));
  await expect(profileOf(page, 'Ines Duarte')).toBeVisible();
});

test('a changed link says so', async ({ page, people, mailbox, consoleWatch }) => {
  consoleWatch.expectErrors(/400/);
  const address = people.newAddress();
  await signUp(page, address);
  const changed = pageOf(await mailbox.linkFor(address));
  changed.searchParams.set('oobCode', 'somebody-elses-code');
  await page.goto(changed.href);
  await expect(heading(page, 'This link cannot be used')).toBeVisible();
  await expect(page.getByText(/or it has been changed/)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
});

test('an incomplete link says so, and a new one can be sent', async ({ page, people, mailbox }) => {
  const address = people.newAddress();
  await signUp(page, address);
  await page.goto('/finishSignUp?mode=signIn');
  await expect(heading(page, 'This link is not complete')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send a new link' })).toBeEnabled();
  await page.goto(await mailbox.linkFor(address));
  await expect(profileOf(page, 'Ines Duarte')).toBeVisible();
});

test('an address that is not that of the link is asked for again', async ({ page, people, mailbox, consoleWatch }) => {
  consoleWatch.expectErrors(/400/);
  const address = people.newAddress();
  await signUp(page, address);
  await setKey(page, 'emailForSignIn', 'somebody.else@example.com');
  await page.goto(await mailbox.linkFor(address));
  await expect(page.getByText('This link was sent to another address.')).toBeVisible();
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Email').press('Enter');
  await expect(profileOf(page, 'Ines Duarte')).toBeVisible();
});

test('a sign-up that is over says so, and leads to a new one', async ({ page, people, mailbox, consoleWatch }) => {
  consoleWatch.expectErrors(/401/);
  const address = people.newAddress();
  await signUp(page, address);
  // What the server knows no more after a day.
  await setKey(page, 'tempToken', 'the-token-of-a-sign-up-that-is-over');
  await page.goto(await mailbox.linkFor(address));
  await expect(heading(page, 'Your email could not be verified')).toBeVisible();
  await expect(page.getByText(/This sign-up is over/)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await expect(heading(page, 'Create an Account')).toBeVisible();
});

test('who is signed in as somebody else chooses', async ({ page, people, mailbox }) => {
  const address = people.newAddress();
  const other = await people.create('solver', 'Jonas Weber');
  await signUp(page, address);
  await setKey(page, 'user', JSON.stringify(other));
  const link = await mailbox.linkFor(address);

  await page.goto(link);
  await expect(heading(page, 'You are signed in as Jonas Weber')).toBeFocused();
  await page.getByRole('link', { name: 'Stay signed in as Jonas Weber' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(profileOf(page, 'Jonas Weber')).toBeVisible();

  await page.goto(link);
  await page.getByRole('button', { name: `Continue as ${address}` }).click();
  await expect(profileOf(page, 'Ines Duarte')).toBeVisible();
  const headers = { 'x-app-key': 'solvent-web', Authorization: `Bearer ${other.token}` };
  const left = async () => (await page.request.get('/api/auth/profile', { headers })).status();
  await expect.poll(left, 'the session that was left').toBe(401);
});

for (const [who, calls] of [
  ['the identity provider', /identitytoolkit/],
  ['the server', /\/api\/health/],
] as const) {
  test(`the link stays good while ${who} cannot be reached`, async ({ page, people, mailbox, consoleWatch }) => {
    consoleWatch.expectErrors(/ERR_FAILED|Failed to load|identitytoolkit|health/);
    const address = people.newAddress();
    await signUp(page, address);
    await page.route(calls, (route) => route.abort());
    await page.goto(await mailbox.linkFor(address));
    await expect(heading(page, 'Your email is not verified yet')).toBeVisible();
    await expect(page.getByText(/the link stays good/)).toBeVisible();
    await page.unroute(calls);
    await page.reload();
    await expect(profileOf(page, 'Ines Duarte')).toBeVisible();
  });
}

test('an answer that does not come can be asked for again', async ({ page, people, mailbox, consoleWatch }) => {
  consoleWatch.expectErrors(/ERR_FAILED|Failed to load|verify-email/);
  const address = people.newAddress();
  await signUp(page, address);
  await page.route('**/api/auth/verify-email', (route) => route.abort());
  await page.goto(await mailbox.linkFor(address));
  await expect(page.getByText(/Keep this page open/)).toBeVisible();
  await page.unroute('**/api/auth/verify-email');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(profileOf(page, 'Ines Duarte')).toBeVisible();
});

test('a reload in the middle costs the link, not the account', async ({ page, people, mailbox, consoleWatch }) => {
  consoleWatch.expectErrors(/400|verify-email|ERR_/);
  const address = people.newAddress();
  await signUp(page, address);
  const link = await mailbox.linkFor(address);
  // The first one never gets its answer.
  await page.route('**/api/auth/verify-email', () => undefined, { times: 1 });
  const asked = page.waitForRequest('**/api/auth/verify-email');
  await page.goto(link);
  await asked;
  await page.reload();
  await expect(heading(page, 'This link cannot be used')).toBeVisible();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect.poll(() => mailbox.linkFor(address)).not.toBe(link);
  await page.goto(await mailbox.linkFor(address));
  await expect(profileOf(page, 'Ines Duarte')).toBeVisible();
});
