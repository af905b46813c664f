import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { aptGet } from './apt-get.mjs';
import { phases } from './phases.mjs';
import { ROOT } from './root.mjs';
import { StartError } from './start-error.mjs';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The Chromium that the end-to-end tests run in: `CHROMIUM_PATH`, Playwright's own, the system's, else one that is
 * installed now.
 *
 * @returns {Promise<string>} path of the program
 */
export async function findBrowser() {
  const found = installedBrowser();
  if (found) return found;
  await installBrowser();
  const installed = installedBrowser();
  if (installed) return installed;
  throw new StartError(
    'The end-to-end tests need Chromium, which could not be installed: install it, or set CHROMIUM_PATH to a browser of its kind.',
  );
}

const DEBIAN_SHELL = '/usr/bin/chromium-headless-shell';

/** The Chromium without windows, if there is one, in which most of the tests take three quarters of the time: `CHROMIUM_SHELL_PATH`, or Debian's. */
export const findShell = () => process.env.CHROMIUM_SHELL_PATH ?? (existsSync(DEBIAN_SHELL) ? DEBIAN_SHELL : undefined);

/** Names of browsers that change when one of them is updated. @param {(string | undefined)[]} paths */
export const identifyBrowsers = (paths) =>
  paths.filter((path) => path !== undefined).map((path) => `${path} ${statSync(path).mtimeMs}`);

function installedBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given))
    throw new StartError(`There is no browser at CHROMIUM_PATH ${given}: correct it, or leave it out.`);
  return [given, playwrightBrowser(), ...SYSTEM_BROWSERS].find((path) => path && existsSync(path));
}

/** Where Playwright keeps its browser, whether it was downloaded or not. */
function playwrightBrowser() {
  const requireOfTests = createRequire(join(ROOT, 'e2e/package.json'));
  return requireOfTests('playwright').chromium.executablePath();
}

async function installBrowser() {
  if (!existsSync('/usr/bin/apt-get')) return;
  await phases.run('Installing Chromium', async () => {
    await aptGet('update');
    await aptGet('install', '-y', '--no-install-recommends', 'chromium');
  });
}
