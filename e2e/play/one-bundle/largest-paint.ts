import type { Browser } from '@playwright/test';
import { getHeading, openBrowser, emulateSlowPhone, waitForQuietNetwork } from '../visitor.ts';
import type { BrowserProfile } from '../visitor.ts';

/** The screen of Lighthouse's phone. */
const SCREEN = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/**
 * When a page that nobody has been at paints its largest part on a phone.
 *
 * @param address of the page
 * @returns ms since it was asked for
 */
export async function largestPaint(browser: Browser, address: string, user: BrowserProfile['user']): Promise<number> {
  // What is fetched ahead comes after the paint; without it the page is done sooner.
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
