import type { Locator } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { createCutOffProduct } from '../src/setup/cut-off-product.ts';
import type { CutOffProduct } from '../src/setup/cut-off-product.ts';

let product: CutOffProduct;

test.beforeAll(async () => {
  product = await createCutOffProduct({ LOG_LEVEL: 'info' });
});

test.afterAll(() => product.remove());

test.beforeEach(({ consoleWatch }) => consoleWatch.expectErrors(/503/));

test.afterEach(() => product.database.mend());

/** The six signs under what failed, once they are there. */
async function referenceOn(place: Locator): Promise<string> {
  const line = place.getByText(/^Reference/);
  await expect(line).toHaveText(/^Reference [2-9A-Z]{6}$/);
  return (await line.innerText()).replace('Reference ', '').trim();
}

/** What the server's log has of a reference, as whoever is on duty looks for it (docs/watching.md). */
const logged = (reference: string) =>
  product
    .said()
    .split('\n')
    .filter((line) => line.includes(`"reference":"${reference}"`))
    .map((line) => JSON.parse(line) as { msg: string; reqId: string; res?: { statusCode: number } });

test('a list that failed says what finds it in the log, and a keyboard copies it', async ({
  page,
  context,
  expectAccessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${product.url}/problems`);
  const search = page.getByPlaceholder('Search problems...');
  await search.fill('importer');
  await expect(page.getByText('No problems found matching your criteria')).toBeVisible();
  await product.database.cut();
  await search.fill('exporter');
  const failure = page.getByRole('main').getByRole('alert');
  await expect(failure).toContainText('Failed to load problems. Please try again.');
  const reference = await referenceOn(failure);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectAccessible();
  await failure.getByRole('button', { name: 'Try again' }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(failure.getByRole('button', { name: 'Reference copied' })).toBeFocused();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  await expect.poll(() => logged(reference).map(({ msg }) => msg)).toContain('Request answered');
  const lines = logged(reference);
  expect(new Set(lines.map(({ reqId }) => reqId)).size).toBe(1);
  expect(lines.at(-1)?.res?.statusCode).toBe(503);
});

test('a form that failed says it in its toast, where a press selects it', async ({ page }) => {
  await page.goto(`${product.url}/contact`);
  await page.getByLabel('Name').fill('Maria Lind');
  await page.getByLabel('Email').fill('maria@example.com');
  await page.getByLabel('Topic').fill('A question');
  const message = page.getByLabel('Message');
  await message.fill('The list of problems does not come.');
  await product.database.cut();
  await page.getByRole('button', { name: 'Send message' }).click();
  const toast = page.getByRole('alert');
  const reference = await referenceOn(toast);
  await toast.getByText(reference, { exact: true }).click();
  expect(await page.evaluate(() => String(getSelection()))).toBe(reference);
  await expect(message).toHaveValue('The list of problems does not come.');
  await expect.poll(() => logged(reference).map(({ msg }) => msg)).toContain('Request answered');
});
