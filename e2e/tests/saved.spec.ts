import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';

const card = (page: Page, place: number) => page.getByRole('main').getByRole('article').nth(place);
const titleOf = (page: Page, place: number) => card(page, place).getByRole('heading').innerText();
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('a problem is saved from its card and from its page, and taken back', async ({
  page,
  people,
  expectAccessibleInBothThemes,
}) => {
  await people.signIn(await people.create('solver'));
  await page.goto('/saved-problems');
  await expect(page).toHaveTitle('Saved Problems · Solvent');
  await expect(page.getByText('No saved problems yet')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Browse problems' }).click();

  const [first, second] = [await titleOf(page, 0), await titleOf(page, 1)];
  await card(page, 0).getByRole('button', { name: 'Save' }).press('Enter');
  await expect(toast(page, 'Problem saved')).toBeVisible();
  await expect(card(page, 0).getByRole('button', { name: 'Saved' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/\/problems$/);

  await card(page, 1).getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Saved', exact: true })).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Saved problems' }).click();
  await expect(page.getByRole('main').getByRole('article').getByRole('heading')).toHaveText([second, first]);
  await expectAccessibleInBothThemes();

  await card(page, 0).getByRole('button', { name: 'Saved' }).click();
  await expect(card(page, 0)).toContainText('is no longer saved.');
  await card(page, 0).getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, 0).getByRole('button', { name: 'Saved' })).toBeVisible();
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok());
  await card(page, 1).getByRole('button', { name: 'Saved' }).click();
  await removed;
  // The one of before may still stand.
  await expect(toast(page, 'Problem no longer saved').first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
});

test('a signed-out click leads through the sign-in, and comes back saved', async ({ page, people }) => {
  const person = await people.create('solver');
  await page.goto('/problems?sort=budget');
  const title = await titleOf(page, 2);
  await card(page, 2).getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/problems\?sort=budget$/);
  await expect(toast(page, 'Problem saved')).toBeVisible();
  await expect(page.getByRole('article', { name: title }).getByRole('button', { name: 'Saved' })).toBeVisible();
  await page.goto('/saved-problems');
  await expect(page.getByRole('article', { name: title })).toBeVisible();
});

test('a failure takes the mark back', async ({ page, people, consoleWatch }) => {
  consoleWatch.expectErrors(/Failed to load resource|503/);
  await people.signIn(await people.create('solver'));
  await page.route('**/api/problems/*/save', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/problems');
  await card(page, 0).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Failed to save the problem. Please try again.')).toBeVisible();
  await expect(card(page, 0).getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-pressed', 'false');
});
