import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';

const found = (page: Page) => page.getByRole('status', { name: 'Result count' });
const categories = (page: Page) => page.getByRole('group', { name: 'Categories' });

/** Tests beside post problems in these meanwhile, and what is counted would change between two looks. */
const POSTED_IN = ['Frontend Development', 'Backend Development'];

/** The number on each chip that has one. */
async function numbersOf(group: Locator): Promise<[label: string, count: number][]> {
  const texts = await group.getByRole('button', { name: /\d$/ }).allInnerTexts();
  return texts.map((text) => [text.replace(/\s*\d+$/, ''), Number(/\d+$/.exec(text)?.[0])]);
}

for (const search of ['', '?price=0-10000', '?status=solved&price=0-10000', '?q=database']) {
  test(`what a category says is what it shows, of /problems${search} (product 2.47)`, async ({ page }) => {
    await page.goto(`/problems${search}`);
    await expect(categories(page).getByRole('button', { name: /\d$/ })).toHaveCount(13);
    const numbers = (await numbersOf(categories(page)))
      .filter(([label, count]) => count > 0 && !POSTED_IN.includes(label))
      .slice(0, 3);
    expect(numbers.length).toBeGreaterThan(0);
    for (const [label, count] of numbers) {
      await categories(page).getByRole('button', { name: label }).click();
      await expect(found(page)).toHaveText(count === 1 ? '1 problem' : `${count} problems`);
    }
  });
}

test('one press shows what is dearer than the range that the list opens with (product 2.48)', async ({ page }) => {
  await page.goto('/problems?category=devops');
  const more = page.getByRole('button', { name: /^\d+ more above \$1,000$/ });
  await expect(found(page)).toHaveText(/^\d+ problems$/);
  const [shown, dearer] = [Number.parseInt(await found(page).innerText(), 10), Number.parseInt(await more.innerText(), 10)];
  await more.click();
  await expect(found(page)).toHaveText(`${shown + dearer} problems`);
  await expect(page).toHaveURL(/price=0-10000/);
  await expect(more).toBeHidden();
});

test('open problems stand above all others, in each order', async ({ page }) => {
  for (const sort of ['', '&sort=lowest-budget', '&sort=fewest-bids']) {
    await page.goto(`/problems?price=0-10000&category=devops${sort}`);
    await expect(page.getByRole('article').first()).toBeVisible();
    const states = await page.getByRole('article').evaluateAll((cards) => cards.map((card) => /^\s*Open/.test(card.textContent)));
    expect(states).toEqual(states.toSorted((a, b) => Number(b) - Number(a)));
  }
});

test('a search forgives a typo, and says what it searched for instead', async ({ page }) => {
  await page.goto('/problems?price=0-10000');
  await page.getByPlaceholder('Search problems...').fill('websokcet');
  await expect(page.getByText('Results for “websocket”. Nothing was found for “websokcet”.')).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test.describe('with a page that answers keys', () => {
  test.use({ drawnBy: 'browser' });

  test('chips are one stop of the Tab key, J and K go through the list, and ? says so (product 10.26)', async ({ page }) => {
    await page.goto('/problems');
    await expect(page.getByRole('article').first()).toBeVisible();
    const all = categories(page).getByRole('button', { name: 'All', exact: true });
    await all.focus();
    await page.keyboard.press('ArrowRight');
    await expect(categories(page).getByRole('button').nth(1)).toBeFocused();
    await page.keyboard.press('End');
    await expect(categories(page).getByRole('button').last()).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(categories(page).locator(':focus')).toHaveCount(0);

    const links = page.getByRole('article').getByRole('heading').getByRole('link');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('j');
    await expect(links.first()).toBeFocused();
    await page.keyboard.press('j');
    await expect(links.nth(1)).toBeFocused();
    await page.keyboard.press('k');
    await expect(links.first()).toBeFocused();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByPlaceholder('Search problems...').press('?');
    await expect(page.getByPlaceholder('Search problems...')).toHaveValue('?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('an address that is opened lands at its top, and Back finds where one was (product 10.16)', async ({ page }) => {
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => window.scrollTo({ top: 500, behavior: 'instant' }));
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await scrolled()).toBe(0);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/terms/);
  await expect.poll(scrolled).toBe(500);
});

test('a text from right to left runs its own way (product 10.27)', async ({ page, people }) => {
  const name = 'מאיה כהן';
  const person = await people.create('solver', name);
  await page.goto(`/profile/${person._id}`);
  const heading = page.getByRole('heading', { name });
  await expect(heading).toBeVisible();
  expect(await heading.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
});
