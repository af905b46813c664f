import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';

const headers = { 'x-app-key': 'solvent-web' };

async function postProblem(request: APIRequestContext, { token }: Person, title: string): Promise<string> {
  const response = await request.post('/api/problems', {
    headers: { ...headers, Authorization: `Bearer ${token}` },
    data: {
      title,
      body: 'The socket reconnects, but what was sent meanwhile never arrives.',
      category: 'backend',
      tags: ['WebSocket'],
      budget: 300,
    },
  });
  const { problem } = (await response.json()) as { problem: { _id: string } };
  return problem._id;
}

async function openDialog(page: Page) {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function expectDeleted(page: Page): Promise<void> {
  await expect(page.getByText('Your account was deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
}

test('a deleted account is gone everywhere; its problem stays under "Deleted user"', async ({
  page,
  people,
  request,
  mailbox,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/401|404|410/);
  const person = await people.create('seeker', 'Ines Duarte');
  const title = `Lost after a reconnect ${randomUUID()}`;
  const id = await postProblem(request, person, title);
  await people.signIn(person);
  const dialog = await openDialog(page);
  await expect(dialog.getByText(/under the name “Deleted user”/)).toBeVisible();
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expectDeleted(page);
  await expect(page.getByText('You were signed out on this device')).toBeHidden();

  const asPerson = { ...headers, Authorization: `Bearer ${person.token}` };
  expect((await request.get('/api/auth/profile', { headers: asPerson })).status()).toBe(401);
  await page.goto(`/view-problems/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('main').getByText('Deleted user').first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Deleted user' })).toHaveCount(0);
  await expect(page.getByText('Ines Duarte')).toBeHidden();
  await page.goto(`/profile/${person._id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'This profile does not exist' })).toBeVisible();

  await page.goto('/signin');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  const refusal = await request.post('/api/auth/login', {
    headers,
    data: { email: people.newAddress(), password: person.password },
  });
  const { message } = (await refusal.json()) as { message: string };
  await expect(page.getByText(message)).toBeVisible();

  await page.goto('/signup');
  await page.getByLabel('Full name').fill('Ines Again');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('radio', { name: /Find Solutions/ }).check();
  await page.getByRole('checkbox').check();
  const before = await mailbox.linkFor(person.email);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible();
  await expect.poll(() => mailbox.linkFor(person.email)).not.toBe(before);
  await page.goto(await mailbox.linkFor(person.email));
  await expect(page.getByRole('banner').getByRole('link', { name: 'Ines Again, profile' })).toBeVisible();
});

test('a wrong password stands under its field, and nothing is deleted', async ({ page, people, request, consoleWatch }) => {
  consoleWatch.expectErrors(/422/);
  const person = await people.create('seeker');
  await people.signIn(person);
  const dialog = await openDialog(page);
  const field = dialog.getByLabel('Your password');
  await field.fill('not-my-password');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('not-my-password');
  const asPerson = { ...headers, Authorization: `Bearer ${person.token}` };
  expect((await request.get('/api/auth/profile', { headers: asPerson })).ok()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeFocused();
});

test('without an answer the dialog stays, and says so', async ({ page, people, consoleWatch }) => {
  consoleWatch.expectErrors(/ERR_FAILED|delete-account/);
  const person = await people.create('solver');
  await people.signIn(person);
  const dialog = await openDialog(page);
  await page.route('**/api/auth/delete-account', (route) => route.abort('failed'));
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Failed to delete your account')).toBeVisible();
  await expect(dialog.getByLabel('Your password')).toHaveValue(person.password);
});

test('an account of Google alone is deleted after signing in once more; somebody else at Google cannot', async ({
  page,
  people,
  providerPopup,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/40[0-9]|422/);
  const email = people.newAddress();
  await page.goto('/signup');
  await page.getByRole('radio', { name: /Find Solutions/ }).check();
  await page.getByRole('checkbox').check();
  await providerPopup.signInAsNew('Google', { email, name: 'Ines Duarte' });
  await expect(page).toHaveURL(/\/home$/);

  const dialog = await openDialog(page);
  const confirm = dialog.getByRole('button', { name: 'Delete with Google' });
  const popupOfStranger = page.waitForEvent('popup');
  await confirm.click();
  const strangers = await popupOfStranger;
  const form = strangers.getByRole('button', { name: 'Sign in with Google' });
  const another = strangers.getByText('Add new account');
  await expect(form.or(another).first()).toBeVisible();
  if (!(await form.isVisible())) await another.click();
  await strangers.getByLabel('Email').fill(people.newAddress());
  await form.click();
  await expect(page.getByText(/That is another GitHub or Google account/)).toBeVisible();
  await expect(dialog).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).not.toBeNull();

  const popup = page.waitForEvent('popup');
  await confirm.click();
  await (await popup).getByRole('button', { name: email }).click();
  await expectDeleted(page);
});

test('the downloaded file has what is kept about the person', async ({ page, people }) => {
  const person = await people.create('solver', 'Jonas Weber');
  await people.signIn(person);
  await page.goto('/profile');
  const downloading = page.waitForEvent('download');
  const answer = page.waitForResponse('**/api/auth/export');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await answer).status()).toBe(200);
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.json$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ status: true });
  for (const part of [person._id, person.email, 'Jonas Weber', 'TypeScript']) expect(text).toContain(part);
  expect(text).not.toContain(person.token);
  expect(text).not.toMatch(/argon2|passwordHash|tokenHash/);
});

test('a download that fails is told, and can be tried again', async ({ page, people, consoleWatch }) => {
  consoleWatch.expectErrors(/ERR_FAILED|auth\/export/);
  await people.signIn(await people.create('seeker'));
  await page.goto('/profile');
  await page.route('**/api/auth/export', (route) => route.abort('failed'));
  await page.getByRole('button', { name: 'Download my data' }).click();
  await expect(page.getByText('Failed to download your data')).toBeVisible();
  await page.unroute('**/api/auth/export');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  await downloading;
});
