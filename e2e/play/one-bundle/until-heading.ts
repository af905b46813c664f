import type { Page } from '@playwright/test';

/**
 * Marks when the heading appears, and defers idle work until then: preloads and reports may run before or after otherwise. Runs
 * in the page.
 */
function deferIdleWork(): void {
  const deferred: (() => void)[] = [];
  window.requestIdleCallback = (work) => deferred.push(() => setTimeout(work, 0, { didTimeout: false, timeRemaining: () => 1 }));
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main h1')) return;
    observer.disconnect();
    performance.mark('heading');
    Reflect.deleteProperty(window, 'requestIdleCallback');
    for (const begin of deferred) begin();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Runs in the page. */
function listPathsBeforeHeading(): string[] {
  const headingAt = performance.getEntriesByName('heading')[0]?.startTime ?? 0;
  const entries = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= headingAt);
  return entries.map(({ name }) => new URL(name).pathname);
}

export const markHeading = (page: Page): Promise<unknown> => page.addInitScript(deferIdleWork);

export const readPathsBeforeHeading = (page: Page): Promise<string[]> => page.evaluate(listPathsBeforeHeading);
