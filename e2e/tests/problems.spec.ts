import { randomUUID } from 'node:crypto';
import { expect, test } from '../src/index.ts';
import { postProblem } from '../src/marketplace.ts';

const NO_SUCH_PROBLEM = '/view-problems/00000000-0000-4000-8000-000000000000';
const WORDS = 'After a reconnect the client misses what was sent meanwhile.';

test('a seeker posts a problem and sees it', async ({ page, people }) => {
  await people.signIn(await people.demo('seeker'));
  await page.goto('/home');
  await page.getByRole('banner').getByRole('button', { name: 'Post Problem' }).click();
  await expect(page).toHaveURL(/\/post-problem$/);

  const title = `Messages are lost ${randomUUID()}`;
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'Title' }).fill(title);
  await main.getByRole('textbox', { name: 'Description' }).fill(`## What happens\n\n${WORDS}`);
  await main.getByRole('tab', { name: 'Preview' }).click();
  await expect(main.getByRole('heading', { name: 'What happens' })).toBeVisible();
  await main.getByRole('combobox', { name: 'Tags' }).fill('graph');
  await main.getByRole('option', { name: 'GraphQL' }).click();
  await main.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Backend Development' });
  await main.getByRole('textbox', { name: 'Budget' }).fill('1250');

  await page.reload();
  await expect(main.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
  await expect(main.getByText('Draft kept on this device')).toBeVisible();
  await main.getByRole('button', { name: 'Post Problem' }).click();

  await expect(page.getByRole('status').filter({ hasText: 'Problem posted' })).toBeVisible();
  await expect(page).toHaveURL(/\/view-problems\/[0-9a-f-]{36}$/);
  await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`${title} · Solvent$`));
  await expect(main.getByText(WORDS)).toBeVisible();
  await expect(main.getByText('$1,250')).toBeVisible();
  await expect(main.getByText('0 Bids')).toBeVisible();
  await expect(main.getByRole('list', { name: 'Tags' })).toHaveText('GraphQL');

  await page.goto('/post-problem');
  await expect(main.getByRole('textbox', { name: 'Title' })).toHaveValue('');
});

test('a card of the list leads to its problem, and the link back to the list', async ({ page }) => {
  await page.goto('/problems');
  const link = page.getByRole('article').first().getByRole('heading').getByRole('link');
  const title = await link.innerText();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('link', { name: 'Back to problems' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Browse Problems' })).toBeVisible();
});

test('a made-up id shows that there is no such problem', async ({ page, consoleWatch }) => {
  consoleWatch.expectErrors(/404/);
  await page.goto(NO_SUCH_PROBLEM);
  await expect(page.getByRole('heading', { level: 1, name: 'Problem not found' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Browse problems' }).click();
  await expect(page).toHaveURL(/\/problems$/);
  await page.goto('/view-problems');
  await expect(page).toHaveURL(/\/problems$/);
});

test('a solver is offered the switch to a seeker account', async ({ page, people }) => {
  await people.signIn(await people.create('solver'));
  await page.goto('/post-problem');
  await page.getByRole('main').getByRole('button', { name: 'Switch to a seeker account' }).click();
  await expect(page.getByRole('dialog', { name: 'Switch to Seeker Account' })).toBeVisible();
});

test("a stranger's markdown does no harm", async ({ page, people, request }) => {
  const body = [
    '<script>window.harmed = "script"</script>',
    '<img src="/no-such-picture" onerror="window.harmed = 1">',
    '[a trap](javascript:window.harmed=2) and [a fair link](https://example.com/)',
    '![a picture](https://example.com/tracker.png)',
    'The end.',
  ].join('\n\n');
  const { _id: id } = await postProblem(request, await people.demo('seeker'), { body });
  const elsewhere: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().startsWith('https://example.com') || sent.url().includes('no-such-picture')) elsewhere.push(sent.url());
  });

  await page.goto(`/problems/${id}`);
  const article = page.getByRole('article');
  await expect(article.getByText('The end.')).toBeVisible();
  await expect(article.getByText('<script>window.harmed = "script"</script>')).toBeVisible();
  await expect(article.getByText(/<img src=.+onerror=/)).toBeVisible();
  await expect(article.getByRole('link', { name: 'a trap' })).toHaveCount(0);
  await article.getByText('a trap').click();
  await expect(article.getByRole('link', { name: 'a fair link' })).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(article.getByRole('link', { name: 'a picture' })).toBeVisible();
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  expect(elsewhere).toEqual([]);
});
