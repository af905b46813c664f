import { randomUUID } from 'node:crypto';
import { expect, test } from '../src/index.ts';

const WORDS = 'After a reconnect the client misses what was sent meanwhile.';
const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`The text of ${name}\n`) });

test('a seeker posts a problem with files from a draft, and edits it (product 2.7, 2.21, 3.2, 4.10, 5.7, 8.10)', async ({
  page,
  people,
  screens,
  expectAccessible,
}) => {
  await people.signIn(await people.create('seeker'));
  const main = page.getByRole('main');
  const { frame, postProblem: form } = screens;
  const title = `Socket messages are lost ${randomUUID()}`;
  await screens.ownHome.open();
  await frame.postProblem.click();
  await expect(page).toHaveURL(/\/post-problem$/);
  await test.step('fill in', async () => {
    await form.title.fill(title);
    await form.description.fill(`## What happens\n\n${WORDS}`);
    await form.attachments.setInputFiles([textFile('trace.log'), textFile('steps.txt')]);
    await expect(main.getByRole('button', { name: 'Remove trace.log' })).toBeVisible();
    await expect(main.getByRole('button', { name: 'Remove steps.txt' })).toBeVisible();
    await form.tags.fill('graph');
    await main.getByRole('option', { name: 'GraphQL' }).click();
    await form.category.selectOption({ label: 'Backend Development' });
    await form.budget.fill('1250');
    await main.getByRole('button', { name: 'Preview problem' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    await expect(preview.getByText('$1,250')).toHaveCount(2);
    await expect(preview.getByText(WORDS)).toHaveCount(2);
    await expectAccessible();
    await preview.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('reload and post', async () => {
    await page.reload();
    await expect(form.title).toHaveValue(title);
    await main.getByRole('button', { name: 'Remove steps.txt' }).click();
    await form.post.click();
    await expect(page.getByRole('status').filter({ hasText: 'Your problem is live.' })).toBeVisible();
    await expect(page).toHaveURL(/\/view-problems\/[0-9a-f-]{36}$/);
    await expect(page).toHaveTitle(new RegExp(`${title} · Solvent$`));
    await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(main.getByText(WORDS)).toBeVisible();
    await expect(main.getByText('$1,250')).toBeVisible();
    await expect(main.getByRole('list', { name: 'Tags' })).toHaveText('GraphQL');
    await expect(main.getByText('trace.log')).toBeVisible();
    await expect(main.getByText('steps.txt')).toHaveCount(0);
  });
  await test.step('edit', async () => {
    await main.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(form.title).toHaveValue(title);
    await form.title.fill(`${title} again`);
    await form.budget.fill('300');
    await main.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Problem updated' })).toBeVisible();
    await expect(main.getByRole('heading', { level: 1, name: `${title} again` })).toBeVisible();
    await expect(main.getByText('$300').first()).toBeVisible();
  });
});
