import type { ModulesAnswer } from '@solvent/contracts';
import { expect, test } from '../src/index.ts';
import { modulePage } from '../src/module-page.ts';

const SAMPLES = 15;

test('the catalogue lists the sample modules, the most popular first', async ({ page, request }) => {
  const answer = await request.get('/api/modules?limit=100', { headers: { 'x-app-key': 'solvent-web' } });
  const { modules, total } = (await answer.json()) as ModulesAnswer;
  expect(total).toBeGreaterThanOrEqual(SAMPLES);
  await page.goto('/toolbox');
  await expect(page.getByRole('status', { name: 'Result count' })).toHaveText(/^\d+ modules$/);
  await expect(page.getByRole('article').first()).toContainText(modules[0]?.title ?? 'a module');
});

test('the catalogue is searched, and says when nothing fits', async ({ page }) => {
  await page.goto('/toolbox');
  const search = page.getByPlaceholder('Search modules...');
  await search.fill('chart');
  await expect(page.getByRole('article').filter({ hasText: /chart/i }).first()).toBeVisible();
  await search.fill('zzzz-no-such-thing');
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'Reset filters' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('technologies, price, order and page stand in the address, and Back brings the ones before', async ({ page }) => {
  await page.goto('/toolbox');
  const main = page.getByRole('main');
  const technologies = main.getByRole('group', { name: 'Technologies' });
  await technologies.getByRole('button', { name: 'TypeScript', exact: true }).click();
  await expect(page).toHaveURL(/\/toolbox\?tags=TypeScript$/);
  await main.getByRole('button', { name: 'Paid', exact: true }).click();
  await expect(page).toHaveURL(/price=paid/);
  await expect(main.getByRole('article').first()).toContainText('$');
  await main.getByRole('combobox', { name: 'Sort' }).selectOption('Price');
  await expect(page).toHaveURL(/sort=price/);
  await page.goBack();
  await expect(page).not.toHaveURL(/sort=price/);
  await page.goBack();
  await expect(main.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/toolbox');
  await main.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/\/toolbox\?page=2$/);
  await expect(main.getByRole('article').first()).toBeVisible();
  await page.reload();
  await expect(main.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
});

test('a sample module has all that its page shows (product 2.30 and 2.31)', async ({ page }) => {
  await page.goto('/toolbox?price=free&sort=rating');
  const card = page.getByRole('article').first();
  const title = await card.getByRole('heading').innerText();
  await card.getByRole('link', { name: title }).click();
  const module = modulePage(page);
  await expect(module.title(title)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(`HomeToolbox${title}`);
  await expect(module.price).toContainText('Free');
  await expect(module.download).toHaveText('Download Now');
  await expect(page.getByRole('region', { name: 'Key Features' }).getByRole('listitem')).toHaveCount(5);
  for (const name of ['Downloads', 'Released', 'Version', 'License']) await expect(module.information).toContainText(name);
  const repository = page.getByRole('region', { name: 'Repository' }).getByRole('link', { name: 'View Repository' });
  await expect(repository).toHaveAttribute('href', /^https:\/\/git\.example\/[a-z-]+\/[a-z-]+$/);
  await expect(page.getByRole('region', { name: 'Tech Stack' }).getByRole('listitem').first()).toBeVisible();
  await expect(module.author.getByRole('link', { name: 'Contact Author' })).toHaveAttribute(
    'href',
    /^mailto:[^?]+@[^?]+\?subject=/,
  );
  for (const name of ['Documentation', 'Support Forum']) await expect(module.support.getByRole('link', { name })).toBeVisible();
  await expect(module.tab('Preview')).toHaveAttribute('aria-selected', 'true');
  await module.tab('Installation').click();
  await expect(module.panel).toContainText('unzip');
  await module.tab('Documentation').click();
  await expect(module.panel.getByRole('heading').first()).toBeVisible();
  await expect(module.reviews.getByRole('listitem').first()).toBeVisible();
});

test('an unknown module is not found', async ({ page, consoleWatch }) => {
  consoleWatch.expectErrors(/404/);
  await page.goto('/toolbox/no-such-module');
  await expect(page.getByRole('heading', { level: 1, name: 'Module not found' })).toBeVisible();
  await expect(page.getByText("The module you're looking for doesn't exist or has been removed.")).toBeVisible();
  await page.getByRole('link', { name: 'Back to Toolbox' }).click();
  await expect(page).toHaveURL(/\/toolbox$/);
});

test('the questions of module authors are answered on the catalogue', async ({ page }) => {
  await page.goto('/toolbox');
  const questions = page.getByRole('region', { name: 'For module authors' });
  for (const text of [
    /every two weeks.*\$50 in sales/,
    /15% platform fee/,
    /3-5 business days/,
    /Extended for multiple projects or SaaS/,
    /6-12 months/,
  ])
    await expect(questions.getByText(text)).toBeVisible();
});
