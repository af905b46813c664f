import type { BrowserContext, Response } from '@playwright/test';
import type { Overrides } from './consent.ts';
import type { NamedBuild } from './served-page.ts';

export interface LoadedRemote {
  /** Version of the entry that was loaded last, else of the one that was requested last. */
  version: string;
  from?: string;
  /** Versions that were loaded before `version`, such as one that a fallback replaced. */
  before: string[];
  /** Whether the last request failed. */
  failed: boolean;
}

const STORED_ENTRY = /^\/remotes\/([a-z][a-z0-9-]*)\/(?:.*\/)?remoteEntry\.[^/]*$/;

export const findStoredRemote = (address: URL | string): string | undefined => STORED_ENTRY.exec(new URL(address).pathname)?.[1];

/** Records which builds the pages of a browser load. @returns undefined if no page has requested the remote */
export function watchEntries(
  context: BrowserContext,
  overrides: () => Overrides,
  builds: () => Promise<NamedBuild[]>,
): (name: string) => Promise<LoadedRemote | undefined> {
  /** Keyed by the path of an entry in the store, or by origin. */
  const records = new Map<string, { loaded: string[]; last: string; failed: boolean }>();
  /** Version by origin, as last described to a page. */
  const described = new Map<string, Promise<string>>();

  function record(name: string, source: string, hasLoaded: boolean): void {
    const { loaded } = records.get(name) ?? { loaded: [] };
    const others = loaded.filter((one) => one !== source);
    records.set(name, { loaded: hasLoaded ? [...others, source] : loaded, last: source, failed: !hasLoaded });
  }

  function onResponse(address: string, response?: Response): void {
    const { origin, pathname } = new URL(address);
    const hasLoaded = response?.ok() ?? false;
    const stored = findStoredRemote(address);
    const name = stored ?? Object.keys(overrides()).find((one) => overrides()[one] === origin);
    if (name === undefined) return;
    if (stored !== undefined) record(name, pathname, hasLoaded);
    else if (pathname === '/remote.json') {
      // Its entry is requested only if one of its pages is opened.
      described.set(origin, hasLoaded && response ? readVersion(response) : Promise.resolve('unknown'));
      record(name, origin, hasLoaded);
    } else if (/\/remoteEntry\.[^/]*$/.test(pathname)) record(name, origin, hasLoaded);
  }

  context.on('response', (response) => onResponse(response.url(), response));
  context.on('requestfailed', (request) => onResponse(request.url()));

  return async (name) => {
    const { loaded = [], last = '', failed = false } = records.get(name) ?? {};
    if (last === '') return undefined;
    const knownBuilds = await builds();
    const getVersion = async (source: string) =>
      (await described.get(source)) ??
      knownBuilds.find((build) => build.name === name && build.entry === source)?.version ??
      'unknown';
    const source = failed ? last : (loaded.at(-1) ?? last);
    const before = await Promise.all(loaded.filter((one) => one !== source).map(getVersion));
    return { version: await getVersion(source), ...(source.startsWith('http') && { from: source }), before, failed };
  };
}

const readVersion = (response: Response): Promise<string> =>
  response.json().then(
    ({ version }: { version?: string }) => version ?? 'unknown',
    () => 'unknown',
  );
