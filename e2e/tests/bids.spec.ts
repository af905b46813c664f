import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/people.ts';

const MESSAGE = 'I have mended this very reconnect before, and would start with a failing test.';
const HOSTILE = '<img src=x onerror="window.hacked = 1"> [bid](javascript:alert(1)) and **stars** for you';

const headersOf = ({ token }: Person) => ({ 'x-app-key': 'solvent-web', Authorization: `Bearer ${token}` });

async function postProblem(request: APIRequestContext, seeker: Person): Promise<string> {
  const response = await request.post('/api/problems', {
    headers: headersOf(seeker),
    data: { title: 'Messages get lost on reconnect', body: MESSAGE, category: 'backend', tags: ['React'], budget: 250 },
  });
  expect(response.ok(), await response.text()).toBe(true);
  const { problem } = (await response.json()) as { problem: { _id: string } };
  return problem._id;
}

const sendBid = (request: APIRequestContext, solver: Person, problemId: string, message = MESSAGE) =>
  request.post('/api/bids', { headers: headersOf(solver), data: { problemId, amount: 200, estimatedDays: 3, message } });

/** Opens the dialog of a bid and fills it in. */
async function fillBid(page: Page, amount: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Bid on this problem' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await dialog.getByRole('textbox', { name: 'Days' }).fill('3');
  await dialog.getByRole('textbox', { name: 'Message' }).fill(MESSAGE);
}

test('a solver places a bid, changes it and withdraws it', async ({ page, people, request, expectAccessible }) => {
  const problemId = await postProblem(request, await people.create('seeker'));
  await people.signIn(await people.create('solver'));
  await page.goto(`/view-problems/${problemId}`);
  await page.getByRole('button', { name: 'Place bid' }).click();
  await fillBid(page, '200');
  await expect(page.getByText('$50 under the budget')).toBeVisible();
  await expectAccessible();

  await page.reload();
  await page.getByRole('button', { name: 'Place bid' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue(MESSAGE);
  await dialog.getByRole('button', { name: 'Place bid' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Bid placed' })).toBeVisible();
  const own = page.getByRole('region', { name: 'Your bid' });
  await expect(own).toContainText('Pending');

  await page.getByRole('button', { name: 'Edit bid' }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('270');
  await page.getByRole('button', { name: 'Save bid' }).click();
  await expect(own).toContainText('$20 above the budget');

  await own.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(own).toContainText('Withdrawn');
  await expect(page.getByRole('button', { name: 'Place bid' })).toBeVisible();
});

test('a second bid is refused, and the screen shows the first', async ({ page, people, request, consoleWatch }) => {
  consoleWatch.expectErrors(/409/);
  const problemId = await postProblem(request, await people.create('seeker'));
  const solver = await people.create('solver');
  await people.signIn(solver);
  await page.goto(`/view-problems/${problemId}`);
  await page.getByRole('button', { name: 'Place bid' }).click();
  await fillBid(page, '200');
  expect((await sendBid(request, solver, problemId)).status()).toBe(201);

  await page.getByRole('dialog').getByRole('button', { name: 'Place bid' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'You have a bid on this problem already.' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your bid' })).toContainText('Pending');
});

test('the poster rejects one bid with a reason and accepts another', async ({ page, people, request, expectAccessible }) => {
  const seeker = await people.create('seeker');
  const problemId = await postProblem(request, seeker);
  const [tomas, lena] = [await people.create('solver', 'Tomas Vega'), await people.create('solver', 'Lena Vogt')];
  await sendBid(request, tomas, problemId, HOSTILE);
  await sendBid(request, lena, problemId);
  await people.signIn(seeker);
  await page.goto(`/view-problems/${problemId}`);
  const bids = page.getByRole('region', { name: 'Bids' }).getByRole('listitem');
  const [ofTomas, ofLena] = [bids.filter({ hasText: 'Tomas Vega' }), bids.filter({ hasText: 'Lena Vogt' })];
  await ofTomas.getByRole('button', { name: 'Details' }).click();
  await expect(ofTomas).toContainText('<img src=x onerror="window.hacked = 1"> bid and stars for you');
  await expect(ofTomas.getByRole('link', { name: 'bid', exact: true })).toHaveCount(0);
  await expectAccessible();

  await ofTomas.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The other offer is closer.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(ofTomas).toContainText('Rejected');
  await expect(ofTomas).toContainText('The other offer is closer.');

  await ofLena.getByRole('button', { name: 'Accept' }).click();
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(ofLena).toContainText('Accepted');
  await expect(page.getByRole('main').getByText('In progress').first()).toBeVisible();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('My Bids shows each state at its own address', async ({ page, people, request, expectAccessible }) => {
  const seeker = await people.create('seeker');
  const solver = await people.create('solver');
  for (const problemId of [await postProblem(request, seeker), await postProblem(request, seeker)]) {
    await sendBid(request, solver, problemId);
  }
  await people.signIn(solver);
  await page.goto('/home');
  await page.getByRole('banner').getByRole('link', { name: 'My Bids' }).click();
  await expect(page).toHaveTitle('My Bids · Solvent');
  await expect(page.getByRole('tab', { name: 'All 2' })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible();

  const rows = page.getByRole('row').filter({ hasText: 'Messages get lost' });
  await rows
    .first()
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('tab', { name: 'Withdrawn 1' }).click();
  await expect(page).toHaveURL(/\/my-bids\?status=withdrawn$/);
  await expect(rows).toHaveCount(1);
  await rows.getByRole('link', { name: 'Messages get lost' }).click();
  await expect(page).toHaveURL(/\/view-problems\//);
});
