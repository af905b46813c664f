import type { Page } from '@playwright/test';
import type { Role } from '@solvent/contracts';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';

const headers = { 'x-app-key': 'solvent-web' };
const asPerson = ({ token }: Person) => ({ ...headers, Authorization: `Bearer ${token}` });
const storedRole = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { role?: Role }).role);
const roleSection = (page: Page) => page.getByRole('region', { name: 'Role' });

const problem = {
  title: 'Switching roles loses the draft',
  body: 'The draft is gone after the switch, although the page says that it is kept on this device.',
  category: 'frontend',
  tags: ['React'],
  budget: 120,
};

async function becomeSolver(page: Page): Promise<void> {
  await roleSection(page).getByRole('button', { name: 'Become a solver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch to Solver Account' });
  await dialog.getByRole('button', { name: 'Switch to Solver' }).click();
  await expect(dialog.getByText('Please add at least one area of expertise')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Areas of expertise' }).fill('Rust');
  await dialog.getByRole('combobox', { name: 'Areas of expertise' }).press('Enter');
  await expect(dialog.getByText('1 skill(s) added')).toBeVisible();
  await dialog.getByRole('button', { name: 'Switch to Solver' }).click();
  await expect(page.getByText('Successfully switched to solver account')).toBeVisible();
  await expect(dialog).toBeHidden();
}

async function becomeSeeker(page: Page): Promise<void> {
  await roleSection(page).getByRole('button', { name: 'Switch to seeker' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch to Seeker Account' });
  await expect(dialog.getByText('1 skill(s) added')).toBeVisible();
  await dialog.getByRole('button', { name: 'Switch to Seeker' }).click();
  await expect(page.getByText('Successfully switched to seeker account')).toBeVisible();
  await expect(dialog).toBeHidden();
}

for (const [size, width, height] of [
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
] as const) {
  test.describe(`on ${size}`, () => {
    test.use({ viewport: { width, height }, hasTouch: width < 768, isMobile: width < 768 });

    test('a seeker becomes a solver and a seeker again, here and on the server', async ({ page, people, request }) => {
      const person = await people.create('seeker');
      await people.signIn(person);
      await page.goto('/profile');
      await becomeSolver(page);
      await expect(roleSection(page).getByText(/You are a solver/)).toBeVisible();
      expect(await storedRole(page)).toBe('solver');
      const refused = await request.post('/api/problems', { headers: asPerson(person), data: problem });
      expect(refused.status()).toBe(403);

      await becomeSeeker(page);
      await expect(roleSection(page).getByText(/You are a seeker/)).toBeVisible();
      expect(await storedRole(page)).toBe('seeker');
      const made = await request.post('/api/problems', { headers: asPerson(person), data: problem });
      expect(made.status()).toBe(201);
      await page.reload();
      await expect(roleSection(page).getByRole('button', { name: 'Become a solver' })).toBeVisible();
    });

    test('a solver who wants to post is offered the dialog, and comes to /post-problem', async ({ page, people }) => {
      await people.signIn(await people.create('solver'));
      await page.goto('/problems');
      const post = width < 768 ? page.getByRole('navigation', { name: 'Tabs' }) : page.getByRole('banner');
      await post.getByRole('button', { name: /^Post/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Switch to Seeker Account' });
      await expect(dialog.getByText('2 skill(s) added')).toBeVisible();
      await dialog.getByRole('button', { name: 'Switch to Seeker' }).click();
      await expect(page.getByText('Successfully switched to seeker account')).toBeVisible();
      await expect(page).toHaveURL(/\/post-problem$/);
      await expect(page.getByRole('main').getByRole('textbox', { name: 'Title' })).toBeVisible();
      expect(await storedRole(page)).toBe('seeker');
    });
  });
}

test('a switch that fails closes the dialog, is told, and holds what was typed', async ({ page, people, consoleWatch }) => {
  consoleWatch.expectErrors(/ERR_FAILED|switch-role/);
  await people.signIn(await people.create('seeker'));
  await page.goto('/profile');
  await page.route('**/api/auth/switch-role', (route) => route.abort('failed'));
  const open = roleSection(page).getByRole('button', { name: 'Become a solver' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Switch to Solver Account' });
  await dialog.getByRole('combobox', { name: 'Areas of expertise' }).fill('Rust');
  await dialog.getByRole('combobox', { name: 'Areas of expertise' }).press('Enter');
  await dialog.getByRole('button', { name: 'Switch to Solver' }).click();
  await expect(page.getByText('Failed to switch role')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await storedRole(page)).toBe('seeker');
  await open.click();
  await expect(dialog.getByText('1 skill(s) added')).toBeVisible();
});

test('signed out, posting leads to /signin with a sentence', async ({ page }) => {
  await page.goto('/problems');
  await page.getByRole('banner').getByRole('button', { name: 'Post Problem' }).click();
  await expect(page.getByText('Please login to post a problem')).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
});
