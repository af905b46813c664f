import type { Page } from '@playwright/test';

/**
 * Lets a page mark when its heading comes to stand, and do before nothing that waits for an idle browser: what is fetched ahead,
 * and reports (`preloadWhenIdle` and `whenPageStands` of the shell), which may find time as well before as after. Runs in the page.
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

/** What the page asked for before. Runs in the page. */
function listPathsBeforeHeading(): string[] {
  const headingAt = performance.getEntriesByName('heading')[0]?.startTime ?? 0;
  const entries = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= headingAt);
  return entries.map(({ name }) => new URL(name).pathname);
}

/** Tells what the page itself needs apart from all else that it loads. */
export const markHeading = (page: Page): Promise<unknown> => page.addInitScript(deferIdleWork);

/** Paths that a watched page asked for until its heading stood. */
export const readPathsBeforeHeading = (page: Page): Promise<string[]> => page.evaluate(listPathsBeforeHeading);
