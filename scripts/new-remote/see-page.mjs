import { createRequire } from 'node:module';
import { join } from 'node:path';
import { StartError } from '../setup/start-error.mjs';

/**
 * Opens a page in a browser as a visitor does, by a link inside the composed product and by its address.
 *
 * @param {{ workspace: string, address: string, path: string, heading: string }} options
 * @throws StartError with what it shows instead, or what the console says
 */
export async function seePage({ workspace, address, path, heading }) {
  const { chromium } = createRequire(join(workspace, 'e2e/package.json'))('playwright');
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
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
