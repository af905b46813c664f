import { expect, test } from '../src/index.ts';
import { closeByEscape } from '../src/pages.ts';

// Keys work once the page is hydrated.
test.use({ renderedBy: 'browser' });

test('lists, chips, shortcuts and the command palette work by keyboard (product 10.13, 10.14, 10.26)', async ({
  page,
  screens,
  expectAccessible,
}) => {
  const { browse, contact, frame } = screens;
  const chips = page.getByRole('group', { name: 'Categories' });
  await browse.open();
  await test.step('a group of chips is one stop of the Tab key', async () => {
    await chips.getByRole('button', { name: 'All', exact: true }).focus();
    await page.keyboard.press('Tab');
    await expect(chips.locator(':focus')).toHaveCount(0);
  });
  await test.step('J moves through the cards, and ? shows the shortcuts', async () => {
    const links = browse.cards.getByRole('heading').getByRole('link');
    await browse.heading.click();
    await page.keyboard.press('j');
    await expect(links.first()).toBeFocused();
    await page.keyboard.press('j');
    await expect(links.nth(1)).toBeFocused();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await closeByEscape(page);
  });
  await test.step('the palette opens over a field, and Escape returns to it', async () => {
    await browse.search.fill('sock');
    await page.keyboard.press('Control+k');
    await expect(frame.paletteField).toBeFocused();
    await expectAccessible();
    await page.keyboard.press('Escape');
    await expect(frame.palette).toBeHidden();
    await expect(browse.search).toBeFocused();
    await expect(browse.search).toHaveValue('sock');
  });
  await test.step('the palette finds pages, problems and modules', async () => {
    await page.keyboard.press('Control+k');
    await expect(frame.paletteField).toBeFocused();
    await page.keyboard.type('contact');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/contact$/);
    await expect(frame.palette).toBeHidden();
    await expect(contact.heading).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(frame.paletteField).toBeFocused();
    await page.keyboard.type('react');
    const problems = frame.palette.getByRole('group', { name: 'Problems' }).getByRole('option');
    await expect(problems.first()).toBeVisible();
    await expect(frame.palette.getByRole('group', { name: 'Modules' }).getByRole('option').first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(problems.nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/view-problems\/[0-9a-f-]{36}$/);
  });
});
