import { devices } from '@playwright/test';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { isServerRendered } from '../../src/composition/served-html.ts';
import { getHeading, openBrowser, emulateSlowPhone, waitForQuietNetwork, watchNetwork } from '../visitor.ts';

const SCREEN = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } };

/** A page without anything to report retries after a minute. */
const REPORT_TIMEOUT_MS = 90_000;

const LONG_TASK_MS = 50;

/** Measured in the page; times in ms since navigation. */
interface PaintMetrics {
  firstByte: number;
  firstPaint: number;
  largestPaint: number;
  largestPart: string;
  shifts: number;
  longTasks: [number, number][];
}

declare global {
  interface Window {
    readPaints?: () => PaintMetrics;
  }
}

export interface Visit extends PaintMetrics {
  isServed: boolean;
  /** Total blocking time after the first paint, as Lighthouse counts it, until the page is quiet. */
  blocking: number;
  /** CPU time of the main thread in scripts, and in total. */
  scripting: number;
  working: number;
  html: number;
  scripts: number;
}

/** Fields that the DOM's types lack. */
interface PaintEntry extends PerformanceEntry {
  value?: number;
  hadRecentInput?: boolean;
  element?: Element | null;
}

/** Runs in the page before its first script. */
function watchPaints(): void {
  const seen: PaintMetrics = { firstByte: 0, firstPaint: 0, largestPaint: 0, largestPart: '', shifts: 0, longTasks: [] };
  const watch = (type: string, note: (entry: PaintEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime;
  });
  watch('largest-contentful-paint', ({ startTime, element }) => {
    seen.largestPaint = startTime;
    seen.largestPart = `${element?.localName ?? 'gone'}: ${(element?.textContent ?? '').slice(0, 40)}`;
  });
  watch('layout-shift', ({ value = 0, hadRecentInput = false }) => {
    if (!hadRecentInput) seen.shifts += value;
  });
  watch('longtask', ({ startTime, duration }) => void seen.longTasks.push([startTime, duration]));
  window.readPaints = () => {
    // A page load has one entry of this kind.
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return { ...seen, firstByte: navigation?.responseStart ?? Number.NaN };
  };
}

const sumBlockingTime = ({ firstPaint, longTasks }: PaintMetrics) =>
  longTasks
    .map(([begin, length]) => begin + length - Math.max(begin, firstPaint) - LONG_TASK_MS)
    .reduce((sum, time) => sum + Math.max(0, time), 0);

async function readTimes(session: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (name) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
}

async function readPaintMetrics(page: Page): Promise<PaintMetrics> {
  const seen = await page.evaluate(() => window.readPaints?.());
  if (!seen) throw new Error(`${page.url()} was not watched.`);
  return seen;
}

/** Opens a page on a phone with an empty cache, and closes it once it is quiet. */
export async function visit(browser: Browser, address: string): Promise<Visit> {
  const { context, page, session } = await openBrowser(browser, { options: SCREEN });
  const fetched = await watchNetwork(session);
  await emulateSlowPhone(session);
  // Thread time excludes other processes.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(watchPaints);
  // Preloads of the first seconds belong to the visit: afterwards the page sends its report.
  const reported = page.waitForRequest('**/api/runtime-reports', { timeout: REPORT_TIMEOUT_MS });
  const response = await page.goto(address);
  await getHeading(page).waitFor();
  await reported;
  await waitForQuietNetwork(session);
  const getSeconds = await readTimes(session);
  const seen = await readPaintMetrics(page);
  const files = fetched();
  const sumBytes = (isCounted: (path: string) => boolean) =>
    files.filter(({ path }) => isCounted(path)).reduce((sum, { bytes }) => sum + bytes, 0);
  const html = (await response?.text()) ?? '';
  await context.close();
  return {
    ...seen,
    isServed: isServerRendered(html),
    blocking: sumBlockingTime(seen),
    scripting: 1000 * getSeconds('ScriptDuration'),
    working: 1000 * getSeconds('TaskDuration'),
    html: sumBytes((path) => path === new URL(address).pathname),
    scripts: sumBytes((path) => path.endsWith('.js')),
  };
}
