import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { headersOf, placeBid, postProblem } from '../src/marketplace.ts';
import { browserOf } from '../src/pages.ts';

/** 80 characters each, the longest that a name may be. */
const SEEKER = `نور الدين 🦀 ${'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)}`.slice(0, 80);
const SOLVER = 'W'.repeat(80);

const panel = (page: Page) => page.getByRole('region', { name: 'Agreement' });
const side = (page: Page) => page.getByRole('complementary', { name: 'Budget and bids' });
const button = (part: Page | Locator, name: string) => part.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const said = (page: Page, text: string) => expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
const proposed = (page: Page) => panel(page).getByRole('group', { name: 'Proposed change' });

async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}

test('who comes second reads what happened, and both see the newest state; whatever their names are', async ({
  browser,
  baseURL,
  people,
  request,
}) => {
  test.setTimeout(150_000);
  const [nour, wolfe] = [await people.create('seeker', SEEKER), await people.create('solver', SOLVER)];
  const { _id: id } = await postProblem(request, nour);
  const bid = await placeBid(request, wolfe, id);
  await placeBid(request, await people.create('solver', 'Lena Vogt'), id, { amount: 290 });
  const hers = await browserOf(browser, baseURL, nour);
  const his = await browserOf(browser, baseURL, wolfe);
  for (const one of [hers, his]) {
    one.console.expectErrors(/409/);
    await one.page.goto(`/view-problems/${id}`);
  }

  // A bid is edited while it is compared and about to be accepted.
  const bids = hers.page.getByRole('list', { name: 'Bids' }).getByRole('listitem');
  for (const row of [bids.nth(0), bids.nth(1)]) await button(row, 'Compare').click();
  await button(hers.page, 'Compare 2 bids').click();
  const compared = hers.page.getByRole('dialog', { name: 'Compare 2 bids' });
  await button(compared, 'Accept').nth(1).click();
  const edited = { amount: 900, estimatedDays: 4, message: 'There is more to it than it looked at first.' };
  expect((await request.put(`/api/bids/${bid._id}`, { headers: headersOf(wolfe), data: edited })).ok()).toBe(true);
  await button(hers.page.getByRole('dialog', { name: 'Accept this bid of $250?' }), 'Accept').click();
  await said(hers.page, 'This bid was changed meanwhile: it is $900 in 4 days now. Accept it if that is fine, too.');
  await expect(compared.getByRole('status')).toContainText('changed the bid: $900 in 4 days now.');
  await expect(his.page.getByRole('region', { name: 'Your bid' })).toContainText('$900');
  await button(compared, 'Accept').nth(1).click();
  await button(hers.page.getByRole('dialog', { name: 'Accept this bid of $900?' }), 'Accept').click();
  await expect(panel(hers.page)).toContainText('$900');
  await expect(panel(his.page)).toContainText('$900');

  // Both propose: the second one reads who was first. Solving waits for the answer.
  for (const { page } of [hers, his]) {
    await button(panel(page), 'Propose a change').click();
    await expect(dialog(page)).toBeVisible();
  }
  await button(dialog(his.page), 'Propose').click();
  await expect(proposed(his.page)).toBeVisible();
  await button(dialog(hers.page), 'Propose').click();
  await said(hers.page, `${SOLVER} proposed a change first. Answer it before you propose another one.`);
  await expect(proposed(hers.page)).toBeVisible();
  await button(side(hers.page), 'Mark solved').click();
  await button(dialog(hers.page), 'Mark solved').click();
  await said(hers.page, `${SOLVER} proposed a change that you have not answered. Agree or decline first.`);
  await button(proposed(hers.page), 'Decline').click();
  await expect(proposed(his.page)).toBeHidden();

  // Delivered twice, from two tabs.
  const tab = await his.newTab();
  await tab.goto(`/view-problems/${id}`);
  for (const page of [tab, his.page]) {
    await button(side(page), 'Mark delivered').click();
    await dialog(page).getByRole('textbox', { name: 'What you deliver' }).fill('It is on the branch `fix`.');
  }
  await button(dialog(tab), 'Mark delivered').click();
  await expect(tab.getByRole('region', { name: 'Delivery' })).toBeVisible();
  await button(dialog(his.page), 'Mark delivered').click();
  await said(his.page, 'This work is delivered already. Send what is new as a message.');
  for (const { page } of [hers, his]) await expect(page.getByRole('region', { name: 'Delivery' })).toHaveCount(1);

  // A dispute, once one has rated.
  await button(panel(hers.page), 'Something is wrong?').click();
  await dialog(hers.page).getByRole('textbox', { name: 'Your view' }).fill('The fix does not hold: messages are still lost.');
  const headers = headersOf(nour);
  for (const [method, path, data] of [
    ['PUT', 'status', { status: 'solved' }],
    ['POST', 'reviews', { rating: 5 }],
  ] as const)
    expect((await request.fetch(`/api/problems/${id}/${path}`, { method, headers, data })).ok()).toBe(true);
  await button(dialog(hers.page), 'Send to a moderator').click();
  await said(hers.page, `You have rated ${SOLVER} already: with that this work is settled.`);
  await expect(button(panel(hers.page), 'Something is wrong?')).toBeHidden();
  await expect(button(side(his.page), 'Mark delivered')).toBeHidden();
  for (const { page } of [hers, his]) {
    await expectToFit(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectToFit(page);
  }
  await hers.close();
  await his.close();
});
