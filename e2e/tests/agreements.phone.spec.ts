import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { headersOf, placeBid, postProblem } from '../src/marketplace.ts';

const bar = (page: Page) => page.getByRole('complementary', { name: 'Budget and bids' });
const panel = (page: Page) => page.getByRole('region', { name: 'Agreement' });
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('on a phone bids are compared, accepted and delivered, at 320 px too', async ({
  page,
  people,
  request,
  expectAccessible,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id: id } = await postProblem(request, ines);
  const bid = await placeBid(request, jonas, id);
  await placeBid(request, await people.create('solver', `Lena ${'V'.repeat(70)}`), id, { amount: 1_000_000 });
  await people.signIn(ines);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/view-problems/${id}`);
  await bar(page).getByRole('button', { name: 'Review bids' }).tap();
  const bids = page.getByRole('list', { name: 'Bids' }).getByRole('listitem');
  for (const row of [bids.nth(0), bids.nth(1)]) {
    await row.getByRole('button', { name: /^More for the bid of / }).tap();
    await page.getByRole('menuitem', { name: 'Compare' }).tap();
    await expect(row).toContainText('Compared');
    // It has the same entries as that of the next bid.
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
  expect(await overflow(page)).toBe(0);
  await page.getByRole('button', { name: 'Compare 2 bids' }).tap();
  await expect(page.getByRole('dialog').getByRole('table')).toContainText('$1,000,000');
  expect(await overflow(page)).toBe(0);
  await expectAccessible();
  await page.keyboard.press('Escape');
  expect((await request.put(`/api/bids/${bid._id}/accept`, { headers: headersOf(ines), data: {} })).ok()).toBe(true);
  await expect(panel(page)).toContainText('$250');
  await expect(bar(page)).toContainText('due in 4 days');
  const [title, card] = [await page.getByRole('heading', { level: 1 }).boundingBox(), await panel(page).boundingBox()];
  expect(card?.y ?? 0).toBeGreaterThan(title?.y ?? 0);
  expect(await overflow(page)).toBe(0);
  await expectAccessible();

  await bar(page).getByRole('button', { name: 'Mark solved' }).tap();
  await expect(page.getByRole('dialog', { name: 'Mark this problem solved?' }).getByRole('radio')).toHaveCount(5);
  expect(await overflow(page)).toBe(0);
});
