import { expect, test } from '../src/index.ts';

for (const width of [390, 320]) {
  test(`at ${width} px, a finger saves a search, opens and deletes it`, async ({ page, people, expectAccessible }) => {
    await page.setViewportSize({ width, height: 720 });
    await people.signIn(await people.create('solver'));
    const isWithin = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
    await page.goto('/problems?q=redis&tags=React,AWS&price=0-5000');
    const opener = page.getByRole('main').getByRole('button', { name: 'Saved searches' });
    const dialog = page.getByRole('dialog', { name: 'Saved searches' });
    const sizeOf = async (part: typeof opener) => {
      const box = await part.boundingBox();
      return Math.min(box?.width ?? 0, box?.height ?? 0);
    };
    expect(await sizeOf(opener)).toBeGreaterThanOrEqual(44);
    expect(await isWithin()).toBe(true);
    await opener.tap();
    await dialog.getByRole('textbox').fill('W'.repeat(80));
    await dialog.getByRole('button', { name: 'Save this search' }).tap();
    const link = dialog.getByRole('link', { name: /^WWW/ });
    await expect(link).toBeVisible();
    const remove = dialog.getByRole('button', { name: /^Delete WWW/ });
    expect(await sizeOf(link)).toBeGreaterThanOrEqual(44);
    expect(await sizeOf(remove)).toBeGreaterThanOrEqual(44);
    expect(await isWithin()).toBe(true);
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Close' }).tap();

    await page.goto('/problems');
    await opener.tap();
    await link.tap();
    await expect(page).toHaveURL(/\?q=redis&tags=React,AWS&price=0-5000$/);
    await opener.tap();
    await remove.tap();
    await page.getByRole('dialog', { name: 'Delete this search?' }).getByRole('button', { name: 'Delete' }).tap();
    await expect(dialog.getByText('You have not saved any search yet.')).toBeVisible();
  });
}
