import type { LaunchOptions } from '@playwright/test';

const { CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: headlessShell } = process.env;

/**
 * How the tests' Chromium is started: the system's if set-up has found one, else Playwright's.
 *
 * @param needs 'pages' also takes the one without windows, in three quarters of the time; it has neither notifications of the system nor a page behind another, which 'windows' has
 */
export function launchOptions(needs: 'pages' | 'windows' = 'pages'): LaunchOptions {
  const path = needs === 'pages' ? (headlessShell ?? chromium) : chromium;
  return {
    ...(path ? { executablePath: path } : { channel: needs === 'pages' ? undefined : 'chromium' }),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Each test loads its pages anew and soon leaves them: what is compiled for speed there is not used long enough.
      ...(needs === 'pages' ? ['--js-flags=--no-opt,--no-maglev'] : []),
    ],
  };
}
