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
 * Finds the Chromium for end-to-end tests: `CHROMIUM_PATH`, Playwright's, or the system's. Installs one if there is none.
 *
 * @returns {Promise<string>} path of the program
 */
export async function findBrowser() {
  const found = findInstalledBrowser();
  if (found) return found;
  await installBrowser();
  const installed = findInstalledBrowser();
  if (installed) return installed;
  throw new StartError(
    'The end-to-end tests need Chromium, which could not be installed: install it, or set CHROMIUM_PATH to a Chromium-based browser.',
  );
}

const DEBIAN_SHELL = '/usr/bin/chromium-headless-shell';

/** Finds a headless Chromium, which runs most tests in three quarters of the time: `CHROMIUM_SHELL_PATH`, or Debian's. */
export const findShell = () => process.env.CHROMIUM_SHELL_PATH ?? (existsSync(DEBIAN_SHELL) ? DEBIAN_SHELL : undefined);

const findFile = (...paths) => paths.find((path) => existsSync(path));

const LIBRARIES = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

/** Debian's packages of the engines besides Chromium. */
export const ENGINE_PACKAGES = { firefox: 'firefox-esr', webkit: 'webkit2gtk-driver xvfb' };

/** Finds the programs of the engines besides Chromium. An engine is undefined if a program of it is missing. */
export function findEngines() {
  const firefox = findFile('/usr/bin/firefox-esr');
  const driver = findFile('/usr/bin/WebKitWebDriver');
  const browser = findFile(`${LIBRARIES}/webkit2gtk-4.1/MiniBrowser`, `${LIBRARIES}/webkitgtk-6.0/MiniBrowser`);
  const display = findFile('/usr/bin/Xvfb');
  return {
    firefox: firefox === undefined ? undefined : { firefox },
    webkit: driver && browser && display ? { driver, browser, display } : undefined,
  };
}

/** Builds identifiers that change with an update of a browser. @param {(string | undefined)[]} paths */
export const identifyBrowsers = (paths) =>
  paths.filter((path) => path !== undefined).map((path) => `${path} ${statSync(path).mtimeMs}`);

function findInstalledBrowser() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured && !existsSync(configured))
    throw new StartError(`CHROMIUM_PATH ${configured} does not exist: correct or unset it.`);
  return [configured, getPlaywrightBrowser(), ...SYSTEM_BROWSERS].find((path) => path && existsSync(path));
}

/** @returns {string} path of Playwright's browser, which may not be downloaded */
function getPlaywrightBrowser() {
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
