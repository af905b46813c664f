import type { Locator } from '@playwright/test';
import { expect, test } from '../src/index.ts';

async function readReference(part: Locator): Promise<string> {
  const line = part.getByText(/^Reference/);
  await expect(line).toHaveText(/^Reference [2-9A-Z]{6}$/);
  return (await line.innerText()).replace('Reference ', '').trim();
}

test('a failed list and a failed form show a reference that can be copied and is in the log of the server (product 8.6, 8.23, 8.24, 11.17)', async ({
  page,
  context,
  cutOffProduct: product,
  consoleWatch,
  expectAccessible,
}) => {
  consoleWatch.expectErrors(/503/);
  const readLog = (reference: string) =>
    product
      .readLog()
      .split('\n')
      .filter((line) => line.includes(`"reference":"${reference}"`))
      .map((line) => JSON.parse(line) as { msg: string; reqId: string; res?: { statusCode: number } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url });
  try {
    await test.step('a list', async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(`${product.url}/problems`);
      const search = page.getByPlaceholder('Search problems...');
      await search.fill('importer');
      await expect(page.getByText('No problems found matching your criteria')).toBeVisible();
      await product.database.cut();
      await search.fill('exporter');
      const failure = page.getByRole('main').getByRole('alert');
      await expect(failure).toContainText('Failed to load problems. Please try again.');
      const reference = await readReference(failure);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await expectAccessible();
      await failure.getByRole('button', { name: 'Try again' }).focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(failure.getByRole('button', { name: 'Reference copied' })).toBeFocused();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
      await expect.poll(() => readLog(reference).map(({ msg }) => msg)).toContain('Request answered');
      const lines = readLog(reference);
      expect(new Set(lines.map(({ reqId }) => reqId)).size).toBe(1);
      expect(lines.at(-1)?.res?.statusCode).toBe(503);
      await product.database.restore();
    });
    await test.step('a form', async () => {
      await page.goto(`${product.url}/contact`);
      await page.getByLabel('Name').fill('Maria Lind');
      await page.getByLabel('Email').fill('maria@example.com');
      await page.getByLabel('Topic').fill('A question');
      const message = page.getByLabel('Message');
      await message.fill('The list of problems is not loaded.');
      await product.database.cut();
      await page.getByRole('button', { name: 'Send message' }).click();
      const toast = page.getByRole('alert');
      const reference = await readReference(toast);
      await toast.getByText(reference, { exact: true }).click();
      expect(await page.evaluate(() => String(getSelection()))).toBe(reference);
      await expect(message).toHaveValue('The list of problems is not loaded.');
      await expect.poll(() => readLog(reference).map(({ msg }) => msg)).toContain('Request answered');
    });
  } finally {
    await product.database.restore();
  }
});
