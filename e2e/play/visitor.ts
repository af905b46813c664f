import { expect } from '@playwright/test';
import type { Browser, BrowserContextOptions, CDPSession, Page, Request } from '@playwright/test';
import { SIGNED_IN_COOKIE } from '@solvent/contracts';
import type { RuntimeReportBody, SessionUser } from '@solvent/contracts';
import { getMainHeading } from '../src/pages.ts';

export interface Fetched {
  path: string;
  bytes: number;
}

export interface Visitor {
  page: Page;
  /** Loads a page, by default the Toolbox. @returns its heading and the files that came over the network */
  visit: (path?: string) => Promise<{ heading: string; fetched: Fetched[] }>;
  /** Reloads until the heading matches. @returns the time in ms of `performance.now()` */
  visitUntilHeading: (heading: string) => Promise<number>;
  close: () => Promise<void>;
}

export interface BrowserProfile {
  user?: SessionUser | undefined;
  savesData?: boolean;
  options?: BrowserContextOptions;
}

export async function openBrowser(browser: Browser, { user, savesData = false, options = {} }: BrowserProfile) {
  const context = await browser.newContext(options);
  // Fails instead of hanging.
  context.setDefaultTimeout(60_000);
  if (user) {
    await context.addCookies([{ name: SIGNED_IN_COOKIE, value: '1', domain: 'localhost', path: '/' }]);
    await context.addInitScript((saved) => localStorage.setItem('user', saved), JSON.stringify(user));
  }
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  // Sets `navigator.connection.saveData`, which disables preloads (shell/src/preload).
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: savesData });
  return { context, page, session };
}

/** Lighthouse's mid-range phone. */
const CPU_SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

export async function emulateSlowPhone(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

export const getHeading = (page: Page) => getMainHeading(page).first();

/** A page without requests for this long has loaded. */
const QUIET_MS = 1000;

export const waitForQuietNetwork = (session: CDPSession) =>
  new Promise<void>((resolve) => {
    const pending = new Set<string>();
    let timer = setTimeout(resolve, QUIET_MS);
    const restartTimer = () => {
      clearTimeout(timer);
      if (pending.size === 0) timer = setTimeout(resolve, QUIET_MS);
    };
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      // The browser does not report the end of a report, which outlives its page.
      if (request.method === 'GET') pending.add(requestId);
      restartTimer();
    });
    session.on('Network.dataReceived', restartTimer);
    for (const end of ['Network.loadingFinished', 'Network.loadingFailed'] as const)
      session.on(end, ({ requestId }) => {
        pending.delete(requestId);
        restartTimer();
      });
  });

/** @returns files since the last call that did not come from the browser's cache */
export async function watchNetwork(session: CDPSession): Promise<() => Fetched[]> {
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
    // A script that waits for its preload transfers nothing itself.
    if (path !== undefined && !cached.has(requestId) && encodedDataLength > 0) fetched.push({ path, bytes: encodedDataLength });
  });
  return () => fetched.splice(0);
}

/** The first report of a page; a later one has no loads. */
const isLoadReport = (request: Request): boolean =>
  request.url().endsWith('/api/runtime-reports') && (request.postDataJSON() as RuntimeReportBody).parts.length > 0;

/** @param number 0 to 99: a canary of 10 % runs in browsers below 10 */
export async function createVisitor(
  browser: Browser,
  url: string,
  number: number,
  profile: BrowserProfile = {},
): Promise<Visitor> {
  const { context, page, session } = await openBrowser(browser, profile);
  await context.addInitScript((numbers) => localStorage.setItem('canary', numbers), JSON.stringify({ toolbox: number }));
  const fetchedSince = await watchNetwork(session);

  const load = (path = '/toolbox') => page.goto(url + path);
  const heading = async () => (await getHeading(page).textContent()) ?? '';

  return {
    page,
    async visit(path) {
      // Preloads of the first seconds belong to the visit: afterwards the page sends its report.
      const settled = page.waitForRequest(isLoadReport);
      await load(path);
      await settled;
      await waitForQuietNetwork(session);
      // Read last: the server renders the live version for a browser without a canary cookie, and the browser replaces it.
      return { heading: await heading(), fetched: fetchedSince() };
    },
    async visitUntilHeading(expected) {
      const loaded = async () => {
        await load();
        return heading();
      };
      await expect.poll(loaded, { intervals: [10] }).toBe(expected);
      return performance.now();
    },
    close: () => context.close(),
  };
}

export const filterOtherFiles = (fetched: readonly Fetched[]): string[] =>
  fetched.map(({ path }) => path).filter((path) => /^\/(?:shell|remotes)\//.test(path) && !path.startsWith('/remotes/toolbox/'));

export const sumCodeBytes = (fetched: readonly Fetched[]): number =>
  fetched.filter(({ path }) => /^\/(?:shell|remotes)\/.*\.(?:js|css)$/.test(path)).reduce((sum, { bytes }) => sum + bytes, 0);
