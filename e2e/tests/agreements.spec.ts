import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { postProblem } from '../src/marketplace.ts';

const side = (page: Page) => page.getByRole('complementary', { name: 'Budget and bids' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('a bid is written beside the problem, which stays in sight', async ({ page, people, request }) => {
  const { _id: id } = await postProblem(request, await people.create('seeker'));
  await people.signIn(await people.create('solver'));
  await page.goto(`/view-problems/${id}`);
  await side(page).getByRole('button', { name: 'Place bid' }).click();
  const form = dialog(page, 'Bid on this problem');
  await form.getByRole('textbox', { name: 'Message' }).fill('I would start with a **failing** test, and then mend it.');
  await form.getByRole('tab', { name: 'Preview' }).click();
  await expect(form.locator('strong')).toHaveText('failing');
  const [text, drawer] = [
    await page.getByRole('article').getByText('After a reconnect the client').boundingBox(),
    await form.boundingBox(),
  ];
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(drawer?.x ?? 0);
  await page.getByRole('textbox', { name: 'Your question' }).fill('Still within reach?');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await side(page).getByRole('button', { name: 'Place bid' }).click();
  await expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue(/failing/);
});

test('a seeker becomes a solver where Place bid would stand', async ({ page, people, request }) => {
  const { _id: id } = await postProblem(request, await people.create('seeker'));
  await people.signIn(await people.create('seeker', 'Ada Park'));
  await page.goto(`/view-problems/${id}`);
  await side(page).getByRole('button', { name: 'Become a solver to bid' }).click();
  const form = dialog(page, 'Switch to Solver Account');
  await form.getByRole('combobox', { name: 'Areas of expertise' }).fill('Rust');
  await form.getByRole('combobox', { name: 'Areas of expertise' }).press('Enter');
  await form.getByRole('button', { name: 'Switch to Solver' }).click();
  await expect(side(page).getByRole('button', { name: 'Place bid' })).toBeVisible();
});
