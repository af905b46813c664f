import type { Page, Route } from '@playwright/test';
import type { Composition } from './composition/composition.ts';
import { readFileHashes } from './composition/served-page.ts';
import type { ServedBuild, ServedRemote } from './composition/served-page.ts';
import { failRemote, restoreRemote } from './remote-faults.ts';

export const REMOTE_NAMES = ['marketplace', 'messaging', 'toolbox', 'auth'] as const;
export type RemoteName = (typeof REMOTE_NAMES)[number];

/** Which of a remote's versions to break: the one that is live and runs at first, what stands in for it, or all of them. */
export type Which = 'live' | 'previous' | 'all';

/** Which scripts to change: the one that the channel names, or those that it loads. */
export type Part = 'entry' | 'chunk';

/** Breaks and mends remotes of the page. Unless it is said which, all versions of the remote break. */
export interface Remotes {
  /** Runs another build of the remote, from the next page load on: an origin such as `http://localhost:3003`, or a published version. */
  use: (name: string, urlOrVersion: string) => Promise<void>;
  /** Every file of the remote fails as if its host were gone. */
  kill: (name: RemoteName, which?: Which) => Promise<void>;
  /** Every file of the remote comes with that many milliseconds of delay. */
  slow: (name: RemoteName, delay: number, which?: Which) => Promise<void>;
  /** Every script of the remote answers a page of HTML, as a misconfigured host does. */
  corrupt: (name: RemoteName, which?: Which) => Promise<void>;
  /** Scripts come with bytes that nobody published; they would run as well as before. */
  tamper: (name: RemoteName, part: Part, which?: Which) => Promise<void>;
  /** Every script of the remote answers this status. */
  fail: (name: RemoteName, which?: Which, status?: number) => Promise<void>;
  /** No request for a file of the remote ever gets an answer. */
  hang: (name: RemoteName, which?: Which) => Promise<void>;
  /** Its exposed module throws while it is loaded, from the next page load on. */
  failLoad: (name: RemoteName, which?: Which) => Promise<void>;
  /** Each of its pages and slots throws while it renders, from the next page load on. */
  failRender: (name: RemoteName, which?: Which) => Promise<void>;
  /** The remote works again: at once, without a reload. */
  restore: (name: RemoteName) => Promise<void>;
  /** Addresses of the remote's files that the page has asked for. */
  requested: (name: RemoteName) => string[];
  /** How the channel pins the remote. */
  pinned: (name: RemoteName) => Promise<ServedRemote>;
}

const SCRIPT = /\.js(?:\?|$)/;
const ENTRY = /\/remoteEntry\.[^/]*$/;

/** A page of HTML with status 200, whatever was asked for. */
const answerHtml = (route: Route) =>
  route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Welcome to nginx</title>' });

async function answerChanged(route: Route): Promise<void> {
  const response = await route.fetch();
  // Kept by the browser for a year, as the published file may be, it would outlast the test's "restore".
  const headers = { ...response.headers(), 'cache-control': 'no-store' };
  await route.fulfill({ response, headers, body: `${await response.text()}\n//` });
}

async function continueLate(route: Route, delay: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, delay));
  await route.continue();
}

type Handler = (route: Route) => Promise<void>;

/** On the network: the page's own code is what runs. */
export function createRemotes(page: Page, composition: Composition, baseURL: string): Remotes {
  const requestedUrls: string[] = [];
  const broken: { name: RemoteName; files: (url: URL) => boolean }[] = [];
  page.on('request', (request) => void requestedUrls.push(request.url()));

  async function pinned(name: RemoteName): Promise<ServedRemote> {
    const remote = (await composition.served()).remotes.find((one) => one.name === name);
    if (remote) return remote;
    throw new Error(`No remote "${name}" is live.`);
  }

  /** Tells whether an address is of a file of the remote. */
  async function matchFiles(name: RemoteName, which: Which): Promise<(url: URL) => boolean> {
    const target = composition.overrides()[name];
    if (target?.startsWith('http') && which !== 'previous') return ({ origin }) => origin === target;
    const folder = `/remotes/${name}/`;
    if (which === 'all') return ({ pathname }) => pathname.startsWith(folder);
    const [build, other] = await getBuilds(name, which);
    const others = other && (await readFileHashes(baseURL, other));
    // A file that both have is no failure of one of them.
    const own = [...(await readFileHashes(baseURL, build))].filter((hash) => !others?.has(hash));
    return ({ pathname }) => pathname.startsWith(folder) && own.some((hash) => pathname.includes(`.${hash}.`));
  }

  /** The one that is meant, and the other one. */
  async function getBuilds(name: RemoteName, which: 'live' | 'previous'): Promise<[ServedBuild, ServedBuild | undefined]> {
    const pin = await pinned(name);
    const live = (await composition.overridingBuild(name)) ?? pin;
    if (which === 'live') return [live, pin.previous];
    if (pin.previous) return [pin.previous, live];
    throw new Error(`Nothing was live of ${name} before: promote two versions of it first.`);
  }

  async function routeFiles(name: RemoteName, which: Which, handler: Handler, isMatch = (_path: string) => true): Promise<void> {
    const isRemoteFile = await matchFiles(name, which);
    const files = (url: URL) => isRemoteFile(url) && isMatch(url.pathname);
    broken.push({ name, files });
    await page.route(files, handler);
  }

  async function getEntries(name: RemoteName, which: Which): Promise<string[]> {
    const { entry, previous } = await pinned(name);
    const live = [(await composition.overridingBuild(name))?.entry ?? entry];
    const before = previous ? [previous.entry] : [];
    return { live, previous: before, all: [...live, ...before] }[which];
  }

  return {
    use: (name, target) => composition.use(name, target),
    kill: (name, which = 'all') => routeFiles(name, which, (route) => route.abort('connectionrefused')),
    fail: (name, which = 'all', status = 500) => routeFiles(name, which, (route) => route.fulfill({ status, body: 'gone' })),
    corrupt: (name, which = 'all') => routeFiles(name, which, answerHtml),
    tamper: (name, part, which = 'all') =>
      routeFiles(name, which, answerChanged, (path) => SCRIPT.test(path) && ENTRY.test(path) === (part === 'entry')),
    slow: (name, delay, which = 'all') => routeFiles(name, which, (route) => continueLate(route, delay)),
    hang: (name, which = 'all') => routeFiles(name, which, async () => undefined),
    failLoad: async (name, which = 'all') => failRemote(page, name, await getEntries(name, which), 'load'),
    failRender: async (name, which = 'all') => failRemote(page, name, await getEntries(name, which), 'render'),
    async restore(name) {
      for (const one of broken.filter((entry) => entry.name === name)) await page.unroute(one.files);
      await restoreRemote(page, name);
    },
    requested(name) {
      const origin = composition.overrides()[name];
      return requestedUrls.filter((url) => new URL(url).pathname.startsWith(`/remotes/${name}/`) || new URL(url).origin === origin);
    },
    pinned,
  };
}
