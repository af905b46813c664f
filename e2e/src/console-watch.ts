import type { Page } from '@playwright/test';

export interface ConsoleWatch {
  /** Allows errors that match the pattern. */
  expectErrors: (pattern: RegExp) => void;
  unexpected: () => string[];
  /** @throws Error that lists unexpected errors */
  verify: () => void;
}

/** Playwright's own warning with `serviceWorkers: 'block'`. */
const BLOCKED_WORKER = /^warning: Service Worker registration blocked by Playwright/;

/** Chromium's time limit for the first use of a preloaded font passes on a busy machine. Other late preloads stay unexpected. */
const LATE_FONT = /^warning: The resource \S+\.woff2 was preloaded using link preload but not used within a few seconds/;

/** Collects console errors, uncaught errors and server failures of a page. */
export function watchConsole(page: Page): ConsoleWatch {
  const errors: string[] = [];
  const expected: RegExp[] = [BLOCKED_WORKER, LATE_FONT];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      errors.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) errors.push(`${response.status()} ${response.url()}`);
  });
  const unexpected = () => errors.filter((text) => !expected.some((pattern) => pattern.test(text)));
  return {
    expectErrors: (pattern) => void expected.push(pattern),
    unexpected,
    verify() {
      const texts = unexpected();
      if (texts.length > 0) throw new Error(`The console is not clean:\n${texts.join('\n')}`);
    },
  };
}
