import { expect } from '@playwright/test';
import type { Browser, BrowserContextOptions, CDPSession, Page, Request } from '@playwright/test';
import type { RuntimeReportBody, SessionUser } from '@solvent/contracts';
import { mainHeading } from '../src/pages.ts';

/** A file that came over the network, and not from the browser's cache. */
export interface Fetched {
  path: string;
  /** As it came: compressed, with its headers. */
  bytes: number;
}

/** Somebody's browser. */
export interface Visitor {
  page: Page;
  /** Opens a page, by default the Toolbox, as its own page load. @returns what its heading says, and what came over the network for it */
  visit: (path?: string) => Promise<{ heading: string; fetched: Fetched[] }>;
  /** Loads it again and again until the heading is this. @returns when it was, in ms of `performance.now()` */
  visitUntilHeading: (heading: string) => Promise<number>;
  close: () => Promise<void>;
}

/** Who somebody is, and how their browser differs from others. */
export interface BrowserProfile {
  /** Undefined: signed out. */
  user?: SessionUser | undefined;
  /** Asks for nothing to be fetched ahead. */
  savesData?: boolean;
  options?: BrowserContextOptions;
}

/** An empty page of a browser that has nothing in its cache. */
export async function openBrowser(browser: Browser, { user, savesData = false, options = {} }: BrowserProfile) {
  const context = await browser.newContext(options);
  // A page that does not come is told of, in place of a play that stands still.
  context.setDefaultTimeout(60_000);
  if (user) await context.addInitScript((saved) => localStorage.setItem('user', saved), JSON.stringify(user));
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  // What `navigator.connection.saveData` says, which the product heeds (shell/src/preload).
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: savesData });
  return { context, page, session };
}

/** A phone of the middle as Lighthouse has it: its processor beside this one, its network. */
const CPU_SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** Makes a browser as slow as a phone. */
export async function emulateSlowPhone(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** What a page is about. */
export const getHeading = (page: Page) => mainHeading(page).first();

/** So long nothing is asked for when a page has all that it loads by itself. */
const QUIET_MS = 1000;

/** Waits until nothing is on its way and nothing more is asked for. */
export const waitForQuietNetwork = (session: CDPSession) =>
  new Promise<void>((resolve) => {
    const pending = new Set<string>();
    let timer = setTimeout(resolve, QUIET_MS);
    const restartTimer = () => {
      clearTimeout(timer);
      if (pending.size === 0) timer = setTimeout(resolve, QUIET_MS);
    };
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      // The browser does not tell how a report ends, which outlives its page.
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

/** Notes what the network gives the page: the browser says which answers it had itself. */
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
    // Nothing comes for a script whose hint is still on its way: it waits for that.
    if (path !== undefined && !cached.has(requestId) && encodedDataLength > 0) fetched.push({ path, bytes: encodedDataLength });
  });
  return () => fetched.splice(0);
}

/** The first report of a page: one that it sends when it goes tells no more of what it loaded. */
const isLoadReport = (request: Request): boolean =>
  request.url().endsWith('/api/runtime-reports') && (request.postDataJSON() as RuntimeReportBody).parts.length > 0;

/**
 * @param number which of 100 browsers it is, 0 to 99: a canary of 10 % runs in those below 10
 */
export async function createVisitor(browser: Browser, url: string, number: number, profile: BrowserProfile = {}): Promise<Visitor> {
  const { context, page, session } = await openBrowser(browser, profile);
  await context.addInitScript((numbers) => localStorage.setItem('canary', numbers), JSON.stringify({ toolbox: number }));
  const fetchedSince = await watchNetwork(session);

  const load = (path = '/toolbox') => page.goto(url + path);
  const heading = async () => (await getHeading(page).textContent()) ?? '';

  return {
    page,
    async visit(path) {
      // What is fetched ahead in the page's first seconds belongs to the visit: then the page reports what it has loaded.
      const settled = page.waitForRequest(isLoadReport);
      await load(path);
      await settled;
      await waitForQuietNetwork(session);
      // Not before: the server made the page of the live version for who never met a canary, and the browser draws it anew.
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

/** Files of remotes other than the one that was changed, and of the shell. */
export const filterOtherFiles = (fetched: readonly Fetched[]): string[] =>
  fetched.map(({ path }) => path).filter((path) => /^\/(?:shell|remotes)\//.test(path) && !path.startsWith('/remotes/toolbox/'));

/** Scripts and styles: what a deployment makes people download. */
export const sumCodeBytes = (fetched: readonly Fetched[]): number =>
  fetched.filter(({ path }) => /^\/(?:shell|remotes)\/.*\.(?:js|css)$/.test(path)).reduce((sum, { bytes }) => sum + bytes, 0);
