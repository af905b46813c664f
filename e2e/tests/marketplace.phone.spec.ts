import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { placeBid, postProblem } from '../src/marketplace.ts';

const bar = (page: Page) => page.getByRole('complementary', { name: 'Budget and bids' });

/** The bar stands above the tabs, and nothing is wider than the screen. */
async function expectFits(page: Page): Promise<void> {
  const tabs = await page.getByRole('navigation', { name: 'Tabs' }).boundingBox();
  const box = await bar(page).boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(Math.round(tabs?.y ?? -1));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}

test('a solver bids on a phone', async ({ page, people, request, expectAccessible }) => {
  const { _id: id } = await postProblem(request, await people.create('seeker'));
  await people.signIn(await people.create('solver'));
  await page.goto(`/view-problems/${id}`);
  await expect(bar(page)).toContainText('$300');
  await expect(bar(page).getByRole('button', { name: 'Save' })).toBeVisible();
  await expectFits(page);
  await bar(page).getByRole('button', { name: 'Place bid' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bid on this problem' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('1250');
  await dialog.getByRole('textbox', { name: 'Days' }).fill('3');
  await dialog
    .getByRole('textbox', { name: 'Message' })
    .fill('I have mended this very reconnect before, with a failing test first.');
  await dialog.getByRole('button', { name: 'Place bid' }).click();
  await expect(dialog).toBeHidden();
  await expect(bar(page)).toContainText('1 Bid');
  await expect(bar(page).getByRole('button', { name: 'Edit bid' })).toBeVisible();
  await expectAccessible();
});

test('a seeker accepts, and marks the problem solved, on a phone', async ({ page, people, request, expectAccessible }) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id: id } = await postProblem(request, ines);
  await placeBid(request, jonas, id);
  await people.signIn(ines);
  await page.goto(`/view-problems/${id}`);
  await bar(page).getByRole('button', { name: 'Review bids' }).click();
  const bids = page.getByRole('region', { name: /^Bids/ });
  await expect(page.getByRole('tab', { name: 'Bids (1)' })).toBeInViewport();
  await bids.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await bar(page).getByRole('button', { name: 'Mark solved' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark solved' }).click();
  await expect(page.getByRole('form', { name: 'Rate Jonas Weber' })).toBeVisible();
  await expectFits(page);
  await expectAccessible();
});
