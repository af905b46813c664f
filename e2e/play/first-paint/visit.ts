import { devices } from '@playwright/test';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { isServerRendered } from '../../src/composition/served-html.ts';
import { getHeading, openBrowser, emulateSlowPhone, waitForQuietNetwork, watchNetwork } from '../visitor.ts';

const SCREEN = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } };

/** Where it had nothing to tell, it tries again a minute later (ms). */
const REPORT_TIMEOUT_MS = 90_000;

/** A task that takes longer (ms) keeps people waiting for the rest of it. */
const LONG_TASK_MS = 50;

/** What the page itself sees of its paints; times in ms since it was asked for. */
interface PaintMetrics {
  firstByte: number;
  firstPaint: number;
  largestPaint: number;
  /** What that paints, such as `h1`. */
  largestPart: string;
  shifts: number;
  /** Begin and length of each. */
  longTasks: [number, number][];
}

declare global {
  interface Window {
    readPaints?: () => PaintMetrics;
  }
}

/** What one visit shows; times in ms, sizes in bytes. */
export interface Visit extends PaintMetrics {
  /** Whether the server had rendered the page. */
  isServed: boolean;
  /** What of long tasks after the first paint keeps people waiting, as Lighthouse counts it, until the page has all that it loads by itself. */
  blocking: number;
  /** Time of the processor on the main thread, whole: in scripts, and in all that it does. */
  scripting: number;
  working: number;
  /** Over the network. */
  html: number;
  scripts: number;
}

/** Entries of these types, which TypeScript does not know. */
interface PaintEntry extends PerformanceEntry {
  /** A shift. */
  value?: number;
  hadRecentInput?: boolean;
  /** A largest paint. */
  element?: Element | null;
}

/** Notes paints, shifts and long tasks. Runs in the page before any script of its own. */
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
    // A page load's one entry of its kind has it.
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return { ...seen, firstByte: navigation?.responseStart ?? Number.NaN };
  };
}

const sumBlockingTime = ({ firstPaint, longTasks }: PaintMetrics) =>
  longTasks
    .map(([begin, length]) => begin + length - Math.max(begin, firstPaint) - LONG_TASK_MS)
    .reduce((sum, time) => sum + Math.max(0, time), 0);

/** Seconds of the main thread, by what for. */
async function readTimes(session: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (name) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
}

async function readPaintMetrics(page: Page): Promise<PaintMetrics> {
  const seen = await page.evaluate(() => window.readPaints?.());
  if (!seen) throw new Error(`${page.url()} was not watched.`);
  return seen;
}

/** Opens a page on a phone that was never there, and leaves it once it has all that it loads by itself. */
export async function visit(browser: Browser, address: string): Promise<Visit> {
  const { context, page, session } = await openBrowser(browser, { options: SCREEN });
  const fetched = await watchNetwork(session);
  await emulateSlowPhone(session);
  // What others do on the machine is no time of the thread.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(watchPaints);
  // What is fetched ahead in the page's first seconds belongs to the visit: then the page reports, unless it has nothing to tell yet.
  const reported = page.waitForRequest('**/api/runtime-reports', { timeout: REPORT_TIMEOUT_MS });
  const answer = await page.goto(address);
  await getHeading(page).waitFor();
  await reported;
  await waitForQuietNetwork(session);
  const getSeconds = await readTimes(session);
  const seen = await readPaintMetrics(page);
  const files = fetched();
  const sumBytes = (isCounted: (path: string) => boolean) =>
    files.filter(({ path }) => isCounted(path)).reduce((sum, { bytes }) => sum + bytes, 0);
  const html = (await answer?.text()) ?? '';
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
