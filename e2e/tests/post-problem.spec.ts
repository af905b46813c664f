import { randomUUID } from 'node:crypto';
import { expect, test } from '../src/index.ts';

const WORDS = 'After a reconnect the client misses what was sent meanwhile.';
const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`The text of ${name}\n`) });

test('a problem is posted with files, and seen as a card before', async ({ page, people, expectAccessible }) => {
  await people.signIn(await people.demo('seeker'));
  await page.goto('/post-problem');
  const main = page.getByRole('main');
  const title = `Socket messages are lost ${randomUUID()}`;
  await main.getByRole('textbox', { name: 'Title' }).fill(title);
  await main.getByRole('textbox', { name: 'Description' }).fill(WORDS);
  await main.getByLabel('Attachments').setInputFiles([textFile('trace.log'), textFile('steps.txt')]);
  await expect(main.getByRole('button', { name: 'Remove trace.log' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Remove steps.txt' })).toBeVisible();
  await main.getByRole('combobox', { name: 'Tags' }).fill('React,');
  await main.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Backend Development' });
  await main.getByRole('textbox', { name: 'Budget' }).fill('1250');
  await main.getByRole('button', { name: 'Preview as card' }).click();
  await expect(main.getByText('$1,250')).toBeVisible();
  await expectAccessible();

  await page.reload();
  await expect(main.getByRole('button', { name: 'Remove trace.log' })).toBeVisible();
  await main.getByRole('button', { name: 'Remove steps.txt' }).click();
  await main.getByRole('button', { name: 'Post Problem' }).click();
  await expect(page).toHaveURL(/\/view-problems\/[0-9a-f-]{36}$/);
  await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(main.getByText('trace.log')).toBeVisible();
  await expect(main.getByText('steps.txt')).toHaveCount(0);
});

test('a posted problem is edited, and is similar to the next one', async ({ page, people, request }) => {
  const poster = await people.create('seeker');
  const title = `Events come twice ${randomUUID()}`;
  const posted = await request.post('/api/problems', {
    headers: { 'x-app-key': 'solvent-web', Authorization: `Bearer ${poster.token}` },
    data: { title, body: WORDS, category: 'backend', tags: ['React'], budget: 100, attachments: [] },
  });
  const { problem } = (await posted.json()) as { problem: { _id: string } };
  await people.signIn(poster);
  const main = page.getByRole('main');
  await page.goto(`/post-problem?edit=${problem._id}`);
  await expect(main.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
  await main.getByRole('textbox', { name: 'Title' }).fill(`${title} again`);
  await main.getByRole('textbox', { name: 'Budget' }).fill('300');
  await main.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Problem updated' })).toBeVisible();
  await expect(main.getByRole('heading', { level: 1, name: `${title} again` })).toBeVisible();
  await expect(main.getByText('$300').first()).toBeVisible();

  await page.goto('/post-problem');
  await expect(main.getByRole('textbox', { name: 'Title' })).toHaveValue('');
  await main.getByRole('textbox', { name: 'Title' }).fill(title);
  const similar = main.getByRole('region', { name: 'Similar problems' });
  await expect(similar.getByRole('link', { name: `${title} again` })).toHaveAttribute('target', '_blank');
});

test('a file that the server does not take is said, and does not hold up the others', async ({ page, people, consoleWatch }) => {
  consoleWatch.expectErrors(/415|422|Failed to load resource/);
  await people.signIn(await people.create('seeker'));
  await page.goto('/post-problem');
  const main = page.getByRole('main');
  const program = { name: 'tool.txt', mimeType: 'text/plain', buffer: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]) };
  await main.getByLabel('Attachments').setInputFiles([program, textFile('trace.log')]);
  await expect(main.getByText(/This kind of file is not taken/)).toBeVisible();
  await expect(main.getByRole('button', { name: 'Remove trace.log' })).toBeVisible();
});

test("somebody else's problem cannot be edited", async ({ page, people, request }) => {
  const answer = await request.get('/api/problems', { headers: { 'x-app-key': 'solvent-web' } });
  const { problems } = (await answer.json()) as { problems: { _id: string }[] };
  await people.signIn(await people.create('seeker'));
  await page.goto(`/post-problem?edit=${problems[0]?._id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'This is not your problem' })).toBeVisible();
});
