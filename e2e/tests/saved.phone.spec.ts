import { expect, test } from '../src/index.ts';

test('on a phone, a finger saves from the card, asks under the problem, and finds it by the menu', async ({
  page,
  people,
  expectAccessible,
}) => {
  await people.signIn(await people.create('solver', 'Jonas Weber'));
  await page.goto('/problems');
  const card = page.getByRole('main').getByRole('article').first();
  const link = await card.getByRole('heading').getByRole('link').getAttribute('href');
  const save = card.getByRole('button', { name: 'Save' });
  const box = await save.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await save.tap();
  await expect(card.getByRole('button', { name: 'Saved' })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).tap();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Saved problems' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Saved Problems' })).toBeVisible();
  await page.getByRole('main').getByRole('heading').locator(`a[href="${link}"]`).tap();
  const section = page.getByRole('region', { name: 'Questions and answers' });
  await section.getByRole('textbox', { name: 'Your question' }).fill('On which phone does it show?');
  await section.getByRole('button', { name: 'Ask', exact: true }).tap();
  await expect(section.getByRole('article', { name: 'Jonas Weber wrote' })).toContainText('On which phone does it show?');
  await expectAccessible();
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(width);
});
