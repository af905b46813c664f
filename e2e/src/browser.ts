import type { LaunchOptions } from '@playwright/test';

const { CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: headlessShell } = process.env;

/**
 * Options for the system's Chromium if set-up has found one, otherwise Playwright's.
 * @param needs 'pages' allows the headless shell, which takes three quarters of the time; notifications and background windows
 * need 'windows'
 */
export function getLaunchOptions(needs: 'pages' | 'windows' = 'pages'): LaunchOptions {
  const path = needs === 'pages' ? (headlessShell ?? chromium) : chromium;
  return {
    ...(path ? { executablePath: path } : { channel: needs === 'pages' ? undefined : 'chromium' }),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages are too short-lived for optimized code.
      ...(needs === 'pages' ? ['--js-flags=--no-opt,--no-maglev'] : []),
    ],
  };
}
