import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';

const opener = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Saved searches' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Saved searches' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a search is saved under a name, opened from another tab, said when it is saved again, and deleted', async ({
  page,
  people,
  context,
  consoleWatch,
  expectAccessible,
}) => {
  consoleWatch.expectErrors(/status of 409/);
  await people.signIn(await people.create('solver'));
  await page.goto('/problems?q=redis&price=0-5000&category=database&sort=lowest-budget');
  await expect(page.getByRole('status', { name: 'Result count' })).toHaveText(/\d+ problems?$/);
  await opener(page).click();
  const name = dialog(page).getByRole('textbox', { name: /^Name of this search/ });
  await expect(name).toHaveValue('“redis” · Database · $0–$5,000 · Lowest budget');
  await expectAccessible();
  await name.fill('Redis at work');
  await name.press('Enter');
  await expect(dialog(page).getByText('This search is saved as “Redis at work”.')).toBeVisible();
  await expectAccessible();

  const other = await context.newPage();
  await other.goto('/problems');
  await opener(other).click();
  await dialog(other)
    .getByRole('link', { name: /^Redis at work/ })
    .click();
  await expect(dialog(other)).toBeHidden();
  await expect(other).toHaveURL(/\/problems\?q=redis&price=0-5000&category=database&sort=lowest-budget$/);
  await expect(other.getByPlaceholder('Search problems...')).toHaveValue('redis');
  await expect(other.getByRole('combobox', { name: 'Sort' })).toHaveValue('lowest-budget');

  // What the first tab does not know yet, the server says.
  await other.goto('/problems?q=queue');
  await opener(other).click();
  await dialog(other).getByRole('textbox').fill('Queues');
  await page.keyboard.press('Escape');
  await page.goto('/problems?q=queue');
  await opener(page).click();
  await expect(dialog(page).getByRole('textbox')).toBeVisible();
  await dialog(other).getByRole('button', { name: 'Save this search' }).click();
  await expect(dialog(other).getByText('This search is saved as “Queues”.')).toBeVisible();
  await dialog(page).getByRole('textbox').fill('My queues');
  await dialog(page).getByRole('button', { name: 'Save this search' }).click();
  await expect(page.getByText('You have saved this search already, as “Queues”.')).toBeVisible();
  await expect(dialog(page).getByRole('link')).toHaveText([/^Queues/, /^Redis at work/]);

  await dialog(page).getByRole('button', { name: 'Delete Redis at work' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this search?' });
  await expect(question).toContainText('“Redis at work” is gone from all your devices.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog(page).getByRole('link')).toHaveText([/^Queues/]);
  await page.reload();
  await opener(page).click();
  await expect(dialog(page).getByRole('link')).toHaveText([/^Queues/]);
});

test('a visitor is led through the sign-in, and back to the searches', async ({ page, people }) => {
  const person = await people.create('solver');
  await page.goto('/problems?q=redis&price=0-5000');
  await opener(page).click();
  await dialog(page).getByRole('button', { name: 'Sign in to save this search' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/problems\?q=redis&price=0-5000$/);
  await dialog(page).getByRole('button', { name: 'Save this search' }).click();
  await expect(dialog(page).getByRole('link', { name: '“redis” · $0–$5,000' })).toBeVisible();
});

test('where the searches cannot be had, the dialog says so and tries again', async ({ page, people, consoleWatch }) => {
  consoleWatch.expectErrors(/Failed to load resource|500/);
  await people.signIn(await people.create('solver'));
  await page.route('**/api/problems/searches', (route) =>
    route.fulfill({ status: 500, json: { status: false, code: 'internal', message: 'Down' } }),
  );
  await page.goto('/problems');
  await opener(page).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Your searches could not be loaded.');
  await page.unroute('**/api/problems/searches');
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page).getByText('You have not saved any search yet.')).toBeVisible();
});

test('what was seen lately leads back to it, is of whoever looked, and is cleared', async ({
  page,
  people,
  expectAccessible,
}) => {
  await page.goto('/problems?category=devops');
  const links = page.getByRole('article').getByRole('heading').getByRole('link');
  const titles = [await links.nth(0).innerText(), await links.nth(1).innerText()];
  // By their titles: somebody else may post meanwhile.
  const linkOf = (title: string) => links.filter({ hasText: title });
  for (const title of titles) {
    await linkOf(title).click();
    await expect(heading(page)).toHaveText(title);
    await page.goBack();
    await expect(heading(page)).toHaveText('Browse Problems');
  }
  await opener(page).click();
  const seen = dialog(page).getByRole('region', { name: 'Recently seen' });
  await expect(seen.getByRole('link')).toHaveText(titles.toReversed());
  await expectAccessible();
  await seen.getByRole('link').last().click();
  await expect(heading(page)).toHaveText(titles[0] ?? '');
  await page.getByRole('banner').getByRole('link', { name: 'Browse Problems' }).click();
  await opener(page).click();
  await expect(seen.getByRole('link')).toHaveText(titles);
  await seen.getByRole('button', { name: 'Clear' }).click();
  await expect(seen).toBeHidden();

  await page.goto('/problems?category=devops');
  await linkOf(titles[0] ?? '').click();
  await expect(heading(page)).toHaveText(titles[0] ?? '');
  await people.signIn(await people.create('solver'));
  await page.goto('/problems');
  await opener(page).click();
  await expect(dialog(page).getByText('You have not saved any search yet.')).toBeVisible();
  await expect(seen).toBeHidden();
});
