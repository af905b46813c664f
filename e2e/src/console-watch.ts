import type { Page } from '@playwright/test';

export interface ConsoleWatch {
  /** Allows errors whose text fits: a test that breaks something says what it expects. */
  expectErrors: (pattern: RegExp) => void;
  /** What was not expected, so far. */
  unexpected: () => string[];
  /** @throws Error that lists what was not expected */
  verify: () => void;
}

/** What the browser says where a test is without the worker (`serviceWorkers: 'block'`): no word of the product. */
const BLOCKED_WORKER = /^warning: Service Worker registration blocked by Playwright/;

/** Collects console errors, uncaught errors and server failures of a page. */
export function watchConsole(page: Page): ConsoleWatch {
  const errors: string[] = [];
  const expected: RegExp[] = [BLOCKED_WORKER];
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
