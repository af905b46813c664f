import type { Browser } from '@playwright/test';
import { getHeading, openBrowser, emulateSlowPhone, waitForQuietNetwork } from '../visitor.ts';
import type { BrowserProfile } from '../visitor.ts';

/** The screen of Lighthouse's phone. */
const SCREEN = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Measures the largest contentful paint on a phone with an empty cache. @returns ms since navigation */
export async function largestPaint(browser: Browser, address: string, user: BrowserProfile['user']): Promise<number> {
  // Preloads follow the paint and would only delay the result.
  const { context, page, session } = await openBrowser(browser, { user, savesData: true, options: SCREEN });
  await emulateSlowPhone(session);
  await page.goto(address);
  await getHeading(page).waitFor();
  await waitForQuietNetwork(session);
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  await context.close();
  return paint;
}
