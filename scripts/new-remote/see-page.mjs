import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { StartError } from '../setup/start-error.mjs';

/**
 * Opens a page in a browser, follows its first link and goes back.
 *
 * @param {{ browser: string, address: string, path: string, heading: string }} options path of the browser; origin of the
 *   product; path and heading of the page
 * @throws Playwright's error if an element does not appear, StartError if the console shows errors
 */
export async function checkPage({ browser: executablePath, address, path, heading }) {
  const { chromium } = createRequire(join(ROOT, 'e2e/package.json'))('playwright');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const consoleErrors = [];
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
    page.on('pageerror', (error) => consoleErrors.push(error.message));
    await page.goto(`${address}${path}`);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.getByRole('main').getByRole('link').first().click();
    await page.waitForURL('**/view-problems/*');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    if (consoleErrors.length > 0) throw new StartError(`The console of ${path} shows errors:\n${consoleErrors.join('\n')}`);
  } finally {
    await browser.close();
  }
}
