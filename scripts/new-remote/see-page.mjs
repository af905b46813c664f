import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { StartError } from '../setup/start-error.mjs';

/**
 * Opens a page in a browser by its address, leaves it by its first link and goes back, as a visitor does.
 *
 * @param {{ browser: string, address: string, path: string, heading: string }} options the program; the product's origin; the
 *   page and what its heading says
 * @throws Error of Playwright with what it waited for, StartError with what the console says
 */
export async function seePage({ browser: executablePath, address, path, heading }) {
  const { chromium } = createRequire(join(ROOT, 'e2e/package.json'))('playwright');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const faults = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`${address}${path}`);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.getByRole('main').getByRole('link').first().click();
    await page.waitForURL('**/view-problems/*');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    if (faults.length > 0) throw new StartError(`The console of ${path} is not clean:\n${faults.join('\n')}`);
  } finally {
    await browser.close();
  }
}
