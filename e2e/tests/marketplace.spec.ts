import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { bidsOn, headersOf, placeBid, postProblem } from '../src/marketplace.ts';
import type { Person } from '../src/index.ts';
import { newBrowser } from '../src/pages.ts';

const side = (page: Page) => page.getByRole('complementary', { name: 'Budget and bids' });
const main = (page: Page) => page.getByRole('main');
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });

/** A browser of their own, where somebody is signed in. */
async function anotherBrowser(
  browser: Browser,
  baseURL: string | undefined,
  { password: _kept, ...user }: Person,
): Promise<Page> {
  const context = await newBrowser(browser, baseURL);
  const page = await context.newPage();
  await page.addInitScript((saved) => localStorage.setItem('user', saved), JSON.stringify(user));
  return page;
}

async function post(page: Page, title: string): Promise<string> {
  await page.goto('/post-problem');
  await main(page).getByRole('textbox', { name: 'Title' }).fill(title);
  await main(page).getByRole('textbox', { name: 'Description' }).fill('After a reconnect the client misses what was sent.');
  await main(page).getByRole('combobox', { name: 'Tags' }).fill('React');
  await main(page).getByRole('combobox', { name: 'Tags' }).press('Enter');
  await main(page).getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Backend Development' });
  await main(page).getByRole('textbox', { name: 'Budget' }).fill('300');
  await main(page).getByRole('button', { name: 'Post Problem' }).click();
  await expect(page).toHaveURL(/\/view-problems\/[0-9a-f-]{36}$/);
  return page.url().split('/').at(-1) ?? '';
}

async function bid(page: Page): Promise<void> {
  await side(page).getByRole('button', { name: 'Place bid' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bid on this problem' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('180');
  await dialog.getByRole('textbox', { name: 'Days' }).fill('3');
  await dialog
    .getByRole('textbox', { name: 'Message' })
    .fill('I have mended this very reconnect before, with a failing test first.');
  await dialog.getByRole('button', { name: 'Place bid' }).click();
  await expect(dialog).toBeHidden();
  await expect(side(page).getByRole('button', { name: 'Edit bid' })).toBeVisible();
}

async function rate(page: Page, whom: string, stars: string, text: string): Promise<void> {
  const form = page.getByRole('form', { name: `Rate ${whom}` });
  await form.getByRole('radio', { name: stars }).check({ force: true });
  await form.getByRole('textbox', { name: 'Review' }).fill(text);
  await form.getByRole('button', { name: 'Send rating' }).click();
  await expect(form).toBeHidden();
}

test('a problem, from posting to both ratings, between two people in two browsers', async ({
  page,
  browser,
  baseURL,
  people,
  request,
}) => {
  test.setTimeout(180_000);
  const [ines, jonas, third] = [
    await people.create('seeker'),
    await people.create('solver'),
    await people.create('solver', 'Tomas Vega'),
  ];
  await people.signIn(ines);
  const title = `Messages are lost ${randomUUID()}`;
  const id = await post(page, title);

  const other = await anotherBrowser(browser, baseURL, jonas);
  await other.goto(`/problems/${id}`);
  await bid(other);
  await expect(side(page)).toContainText('1 Bid');
  await expect(bell(page)).toHaveAccessibleDescription('1 unread');
  await placeBid(request, third, id);
  await expect(side(page)).toContainText('2 Bids');
  await expect(side(other)).toContainText('2 Bids');

  await main(other).getByRole('textbox', { name: 'Your question' }).fill('Does it happen over **plain** HTTP too?');
  await main(other).getByRole('button', { name: 'Ask', exact: true }).click();
  await main(page).getByRole('tab', { name: 'Questions (1)' }).click();
  await expect(main(page).getByText('plain', { exact: true })).toBeVisible();
  await main(page).getByRole('button', { name: 'Answer', exact: true }).click();
  const answer = main(page).getByRole('form', { name: 'Your answer' });
  await answer.getByRole('textbox', { name: 'Your answer' }).fill('Yes, there too.');
  await answer.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(main(other).getByRole('list', { name: 'Answers' })).toContainText('Yes, there too.');

  await side(page).getByRole('button', { name: 'Review bids' }).click();
  const jonasBid = main(page).getByRole('region', { name: /^Bids/ }).getByRole('listitem').filter({ hasText: 'Jonas Weber' });
  await jonasBid.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('dialog', { name: 'Accept this bid of $180?' }).getByRole('button', { name: 'Accept' }).click();
  await expect(side(page).getByRole('button', { name: 'Mark solved' })).toBeVisible();
  await expect(main(other).getByText('In progress', { exact: true })).toBeVisible();
  await expect(main(other).getByRole('region', { name: 'Your bid' })).toContainText('Accepted');
  await expect(bell(other)).toHaveAccessibleDescription('2 unread');
  await expect(bell(page)).toHaveAccessibleDescription('3 unread');
  const states = (await bidsOn(request, ines, id)).map(({ solver, status }) => `${solver.name}: ${status}`);
  expect(states.toSorted()).toEqual(['Jonas Weber: accepted', 'Tomas Vega: rejected']);
  const told = await request.get('/api/notifications', { headers: headersOf(third) }).then((response) => response.json());
  expect(told).toMatchObject({ notifications: [{ type: 'bid_rejected', data: { problemId: id } }] });

  await side(page).getByRole('button', { name: 'Mark solved' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark solved' }).click();
  await expect(main(page).getByText('Solved', { exact: true })).toBeVisible();
  await expect(main(other).getByText('Solved', { exact: true })).toBeVisible();

  await rate(page, 'Jonas Weber', '5 stars', 'Found it in an hour.');
  await expect(main(page).getByText('Shown once both have rated, or after 14 days')).toBeVisible();
  await other.reload();
  await expect(main(other).getByText('Found it in an hour.')).toBeHidden();
  await rate(other, 'Ines Duarte', '4 stars', 'Clear words.');
  await expect(main(other).getByText('Found it in an hour.')).toBeVisible();

  await main(other).getByRole('region', { name: 'Ratings' }).getByRole('link', { name: 'Jonas Weber' }).first().click();
  await expect(other.getByRole('region', { name: 'Reviews' })).toContainText('Found it in an hour.');
  await expect(other.getByRole('region', { name: 'Figures' })).toContainText('1 rating');
  await other.context().close();
});

test('a problem that closes under the form of a bid says so, and the page shows it', async ({
  page,
  people,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/409/);
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id: id } = await postProblem(request, ines);
  await people.signIn(jonas);
  await page.goto(`/problems/${id}`);
  await side(page).getByRole('button', { name: 'Place bid' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bid on this problem' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('180');
  await dialog.getByRole('textbox', { name: 'Days' }).fill('3');
  await dialog
    .getByRole('textbox', { name: 'Message' })
    .fill('I have mended this very reconnect before, with a failing test first.');
  const closed = await request.put(`/api/problems/${id}/status`, { headers: headersOf(ines), data: { status: 'closed' } });
  expect(closed.ok()).toBe(true);
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Place bid' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /not open/ })).toBeVisible();
  await expect(side(page).getByRole('button', { name: 'Place bid' })).toBeHidden();
});
