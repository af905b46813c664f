import type { Page, Route } from '@playwright/test';
import type { Composition } from './composition/composition.ts';
import { readFileHashes } from './composition/served-page.ts';
import type { ServedBuild, ServedRemote } from './composition/served-page.ts';
import { failRemote, restoreRemote } from './remote-faults.ts';
import { SCRIPT_FAULTS } from './script-faults.ts';

export const REMOTE_NAMES = ['marketplace', 'messaging', 'toolbox', 'auth'] as const;
export type RemoteName = (typeof REMOTE_NAMES)[number];

/** The live version, its fallback, or both. */
export type VersionSelection = 'live' | 'previous' | 'all';

/** The remote's entry, or the chunks that it loads. */
export type Part = 'entry' | 'chunk';

/** Breaks and restores remotes on the network. All versions by default. */
export interface Remotes {
  /** Overrides the remote from the next page load with an origin, such as `http://localhost:3003`, or a published version. */
  use: (name: string, urlOrVersion: string) => Promise<void>;
  kill: (name: RemoteName, versions?: VersionSelection) => Promise<void>;
  slow: (name: RemoteName, delay: number, versions?: VersionSelection) => Promise<void>;
  /** Responds with HTML to requests for its scripts. */
  corrupt: (name: RemoteName, versions?: VersionSelection) => Promise<void>;
  /** Changes bytes of its scripts, which would still run. */
  tamper: (name: RemoteName, part: Part, versions?: VersionSelection) => Promise<void>;
  fail: (name: RemoteName, versions?: VersionSelection, status?: number) => Promise<void>;
  hang: (name: RemoteName, versions?: VersionSelection) => Promise<void>;
  /** Throws while its module is evaluated, from the next page load. */
  failLoad: (name: RemoteName, versions?: VersionSelection) => Promise<void>;
  /** Throws while its pages and slots render, from the next page load. */
  failRender: (name: RemoteName, versions?: VersionSelection) => Promise<void>;
  restore: (name: RemoteName) => Promise<void>;
  requested: (name: RemoteName) => string[];
  pinned: (name: RemoteName) => Promise<ServedRemote>;
}

const SCRIPT = /\.js(?:\?|$)/;
const ENTRY = /\/remoteEntry\.[^/]*$/;

async function continueLate(route: Route, delay: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, delay));
  await route.continue();
}

type Handler = (route: Route) => Promise<void>;

export function createRemotes(page: Page, composition: Composition, baseURL: string): Remotes {
  const requestedUrls: string[] = [];
  const broken: { name: RemoteName; files: (url: URL) => boolean }[] = [];
  page.on('request', (request) => void requestedUrls.push(request.url()));

  async function pinned(name: RemoteName): Promise<ServedRemote> {
    const remote = (await composition.served()).remotes.find((one) => one.name === name);
    if (remote) return remote;
    throw new Error(`No remote "${name}" is live.`);
  }

  async function createFileMatcher(name: RemoteName, versions: VersionSelection): Promise<(url: URL) => boolean> {
    const target = composition.overrides()[name];
    if (target?.startsWith('http') && versions !== 'previous') return ({ origin }) => origin === target;
    const folder = `/remotes/${name}/`;
    if (versions === 'all') return ({ pathname }) => pathname.startsWith(folder);
    const [build, other] = await getBuilds(name, versions);
    const others = other && (await readFileHashes(baseURL, other));
    // Excludes files that both versions share: breaking them would break the other version, too.
    const ownHashes = [...(await readFileHashes(baseURL, build))].filter((hash) => !others?.has(hash));
    return ({ pathname }) => pathname.startsWith(folder) && ownHashes.some((hash) => pathname.includes(`.${hash}.`));
  }

  async function getBuilds(name: RemoteName, versions: 'live' | 'previous'): Promise<[ServedBuild, ServedBuild | undefined]> {
    const pin = await pinned(name);
    const live = (await composition.overridingBuild(name)) ?? pin;
    if (versions === 'live') return [live, pin.previous];
    if (pin.previous) return [pin.previous, live];
    throw new Error(`${name} has no previous version: promote two versions of it first.`);
  }

  async function routeFiles(
    name: RemoteName,
    versions: VersionSelection,
    handler: Handler,
    isMatch = (_path: string) => true,
  ): Promise<void> {
    const isRemoteFile = await createFileMatcher(name, versions);
    const files = (url: URL) => isRemoteFile(url) && isMatch(url.pathname);
    broken.push({ name, files });
    await page.route(files, handler);
  }

  async function getEntries(name: RemoteName, versions: VersionSelection): Promise<string[]> {
    const { entry, previous } = await pinned(name);
    const live = [(await composition.overridingBuild(name))?.entry ?? entry];
    const before = previous ? [previous.entry] : [];
    return { live, previous: before, all: [...live, ...before] }[versions];
  }

  return {
    use: (name, target) => composition.use(name, target),
    kill: (name, versions = 'all') => routeFiles(name, versions, SCRIPT_FAULTS['cannot be reached']),
    fail: (name, versions = 'all', status = 500) =>
      routeFiles(name, versions, (route) => route.fulfill({ status, body: 'gone' })),
    corrupt: (name, versions = 'all') => routeFiles(name, versions, SCRIPT_FAULTS['is HTML']),
    tamper: (name, part, versions = 'all') =>
      routeFiles(
        name,
        versions,
        SCRIPT_FAULTS['is tampered'],
        (path) => SCRIPT.test(path) && ENTRY.test(path) === (part === 'entry'),
      ),
    slow: (name, delay, versions = 'all') => routeFiles(name, versions, (route) => continueLate(route, delay)),
    hang: (name, versions = 'all') => routeFiles(name, versions, SCRIPT_FAULTS.hangs),
    failLoad: async (name, versions = 'all') => failRemote(page, name, await getEntries(name, versions), 'load'),
    failRender: async (name, versions = 'all') => failRemote(page, name, await getEntries(name, versions), 'render'),
    async restore(name) {
      for (const one of broken.filter((entry) => entry.name === name)) await page.unroute(one.files);
      await restoreRemote(page, name);
    },
    requested(name) {
      const origin = composition.overrides()[name];
      return requestedUrls.filter(
        (url) => new URL(url).pathname.startsWith(`/remotes/${name}/`) || new URL(url).origin === origin,
      );
    },
    pinned,
  };
}
