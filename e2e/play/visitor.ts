import { expect } from '@playwright/test';
import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import type { RuntimeReportBody } from '@solvent/contracts';

/** A file that came over the network, and not from the browser's cache. */
export interface Fetched {
  path: string;
  /** As it came: compressed, with its headers. */
  bytes: number;
}

/** Somebody's browser. */
export interface Visitor {
  page: Page;
  /** Opens the Toolbox, as its own page load. @returns what its heading says, and what came over the network for it */
  visit: () => Promise<{ heading: string; fetched: Fetched[] }>;
  /** Loads it again and again until the heading is this. @returns when it was, in ms of `performance.now()` */
  visitUntil: (heading: string) => Promise<number>;
  close: () => Promise<void>;
}

/** Notes what the network gives the page: the browser says which answers it had itself. */
async function watchNetwork(context: BrowserContext, page: Page): Promise<() => Fetched[]> {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const paths = new Map<string, string>();
  const cached = new Set<string>();
  const fetched: Fetched[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) => void paths.set(requestId, new URL(request.url).pathname));
  session.on('Network.requestServedFromCache', ({ requestId }) => void cached.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) cached.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId);
    if (path !== undefined && !cached.has(requestId)) fetched.push({ path, bytes: encodedDataLength });
  });
  return () => fetched.splice(0);
}

/** The first report of a page: one that it sends when it goes tells no more of what it loaded. */
const tellsWhatLoaded = (request: Request): boolean =>
  request.url().endsWith('/api/runtime-reports') && (request.postDataJSON() as RuntimeReportBody).parts.length > 0;

/**
 * @param number which of 100 browsers it is, 0 to 99: a canary of 10 % runs in those below 10
 */
export async function createVisitor(browser: Browser, url: string, number: number): Promise<Visitor> {
  const context = await browser.newContext();
  await context.addInitScript((numbers) => localStorage.setItem('canary', numbers), JSON.stringify({ toolbox: number }));
  const page = await context.newPage();
  const fetchedSince = await watchNetwork(context, page);
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });

  async function load(): Promise<string> {
    await page.goto(`${url}/toolbox`);
    return (await heading.textContent()) ?? '';
  }

  return {
    page,
    async visit() {
      // What is fetched ahead in the page's first seconds belongs to the visit: then the page reports what it has loaded.
      const settled = page.waitForRequest(tellsWhatLoaded);
      const text = await load();
      await settled;
      await page.waitForLoadState('networkidle');
      return { heading: text, fetched: fetchedSince() };
    },
    async visitUntil(wanted) {
      await expect.poll(load, { intervals: [10] }).toBe(wanted);
      return performance.now();
    },
    close: () => context.close(),
  };
}

/** Files of remotes other than the one that was changed, and of the shell. */
export const filesOfOthers = (fetched: readonly Fetched[]): string[] =>
  fetched.map(({ path }) => path).filter((path) => /^\/(?:shell|remotes)\//.test(path) && !path.startsWith('/remotes/toolbox/'));

/** Scripts and styles: what a deployment makes people download. */
export const codeBytes = (fetched: readonly Fetched[]): number =>
  fetched.filter(({ path }) => /^\/(?:shell|remotes)\/.*\.(?:js|css)$/.test(path)).reduce((sum, { bytes }) => sum + bytes, 0);
