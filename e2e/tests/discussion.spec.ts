import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';
import { watchConsole } from '../src/console-watch.ts';
import { newBrowser } from '../src/pages.ts';

/** A problem of this person, posted over the API. */
async function postProblem(request: APIRequestContext, { token }: Person): Promise<string> {
  const response = await request.post('/api/problems', {
    headers: { 'x-app-key': 'solvent-web', Authorization: `Bearer ${token}` },
    data: {
      title: 'Messages are lost after a reconnect',
      body: 'After a reconnect the client misses what was sent meanwhile.',
      category: 'backend',
      tags: ['Node.js'],
      budget: 200,
    },
  });
  expect(response.ok(), await response.text()).toBe(true);
  const { problem } = (await response.json()) as { problem: { _id: string } };
  return `/view-problems/${problem._id}`;
}

const section = (page: Page) => page.getByRole('region', { name: 'Questions and answers' });

/** Presses the button that opens a form, writes, and sends it. */
async function write(page: Page, field: string, text: string, submit: string) {
  const form = section(page).getByRole('form', { name: field });
  await form.getByRole('textbox', { name: field }).fill(text);
  await form.getByRole('button', { name: submit }).click();
}

test('two people ask, answer, edit, pin and delete; each sees it live', async ({ page, people, browser, baseURL, request }) => {
  const seeker = await people.create('seeker', 'Mira Chen');
  const solver = await people.create('solver', 'Jonas Weber');
  const address = await postProblem(request, seeker);

  const context = await newBrowser(browser, baseURL);
  const other = await context.newPage();
  const otherConsole = watchConsole(other);
  const { password: _password, ...user } = seeker;
  await other.addInitScript((saved) => localStorage.setItem('user', saved), JSON.stringify(user));
  await other.goto(address);
  await people.signIn(solver);
  await page.goto(address);

  await expect(section(page).getByText(/No questions yet/)).toBeVisible();
  await write(page, 'Your question', 'Is it **Socket.IO** 4?', 'Ask');
  const asked = section(page).getByRole('article', { name: 'Jonas Weber wrote' });
  await expect(asked.locator('strong')).toHaveText('Socket.IO');
  await expect(section(page).getByRole('textbox', { name: 'Your question' })).toHaveValue('');

  const seen = section(other).getByRole('article', { name: 'Jonas Weber wrote' });
  await seen.getByRole('button', { name: 'Answer' }).click();
  await write(other, 'Your answer', 'Yes, the latest.', 'Answer');
  const answer = section(page).getByRole('list', { name: 'Answers' }).getByRole('article', { name: 'Mira Chen wrote' });
  await expect(answer).toContainText('Yes, the latest.');
  await expect(answer.getByText('Poster')).toBeVisible();

  await asked.getByRole('button', { name: 'Edit' }).click();
  await write(page, 'Edit your question', 'Is it Socket.IO 4 on Node 20?', 'Save changes');
  await expect(seen).toContainText('Is it Socket.IO 4 on Node 20?');
  await expect(seen.getByText('edited')).toBeVisible();

  await seen.getByRole('button', { name: 'Pin' }).click();
  await expect(asked.getByText('Pinned')).toBeVisible();

  await asked.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete question' }).click();
  await expect(section(other).getByText('This comment was deleted.')).toBeVisible();
  await expect(section(other).getByText('Yes, the latest.')).toBeVisible();
  await expect(section(other).getByText('Pinned')).toBeHidden();
  otherConsole.verify();
  await context.close();
});

test('a draft survives a reload; the signed-out are led to the sign-in', async ({ page, people, request, expectAccessible }) => {
  const seeker = await people.create('seeker');
  const address = await postProblem(request, seeker);
  await page.goto(address);
  await section(page).getByRole('link', { name: 'Sign in to ask' }).click();
  await page.getByLabel('Email').fill(seeker.email);
  await page.getByLabel('Password', { exact: true }).fill(seeker.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  const field = section(page).getByRole('textbox', { name: 'Your question' });
  await field.fill('Half a quest');
  await page.reload();
  await expect(field).toHaveValue('Half a quest');
  await expectAccessible();
});
