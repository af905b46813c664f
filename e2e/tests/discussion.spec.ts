import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { postProblem } from '../src/marketplace.ts';
import { createScreens } from '../src/screens/index.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Questions and answers' });

async function write(page: Page, field: string, text: string, submit: string): Promise<void> {
  const form = section(page).getByRole('form', { name: field });
  await form.getByRole('textbox', { name: field }).fill(text);
  await form.getByRole('button', { name: submit }).click();
}

test('two people ask, answer, pin and delete, and each sees it live (product 2.19, 3.26, 4.13, 6.1)', async ({
  page,
  people,
  screens,
  request,
  openBrowserAs,
}) => {
  const seeker = await people.create('seeker', 'Mira Chen');
  const { _id: id } = await postProblem(request, seeker);
  const poster = await openBrowserAs(seeker);
  const other = poster.page;
  await createScreens(other).problem(id).open();
  await other.getByRole('tab', { name: 'Questions (0)' }).click();
  await people.signIn(await people.create('solver', 'Jonas Weber'));
  await screens.problem(id).open();

  await write(page, 'Your question', 'Is it **Socket.IO** 4?', 'Ask');
  const question = section(page).getByRole('article', { name: 'Jonas Weber wrote' });
  await expect(question.locator('strong')).toHaveText('Socket.IO');

  await expect(createScreens(other).frame.bell).toHaveAccessibleDescription('1 unread');
  const seen = section(other).getByRole('article', { name: 'Jonas Weber wrote' });
  await seen.getByRole('button', { name: 'Answer' }).click();
  await write(other, 'Your answer', 'Yes, the latest.', 'Answer');
  const answer = section(page).getByRole('list', { name: 'Answers' }).getByRole('article', { name: 'Mira Chen wrote' });
  await expect(answer).toContainText('Yes, the latest.');

  await seen.getByRole('button', { name: 'Pin' }).click();
  await expect(question.getByText('Pinned')).toBeVisible();

  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete question' }).click();
  await expect(section(other).getByText('This comment was deleted.')).toBeVisible();
  await expect(section(other).getByText('Yes, the latest.')).toBeVisible();
  await expect(section(other).getByText('Pinned')).toBeHidden();
  await poster.close();
});
