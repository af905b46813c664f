import type { BrowserContext, Response } from '@playwright/test';
import type { Overrides } from './consent.ts';
import type { NamedBuild } from './served-page.ts';

/** What a browser got of a remote. */
export interface RanRemote {
  /** Whose entry came last, or was asked for last where none came. */
  version: string;
  /** The origin that it was asked of, where it is no published one. */
  from?: string;
  /** Versions whose entries came before that one, as when it stands in for one of them. */
  before: string[];
  /** No entry came when it was asked for last. */
  failed: boolean;
}

const STORED_ENTRY = /^\/remotes\/([a-z][a-z0-9-]*)\/(?:.*\/)?remoteEntry\.[^/]*$/;

/** The remote that an address is a stored entry of; undefined where it is none. */
export const storedEntry = (address: URL | string): string | undefined => STORED_ENTRY.exec(new URL(address).pathname)?.[1];

/**
 * Watches which builds the pages of a browser get, whatever they were asked to run.
 *
 * @param overrides those that origins serve are known by them
 * @param builds of the store that the pages may run: an entry names no version
 * @returns what came of a remote so far; undefined where no page asked for it
 */
export function watchEntries(
  context: BrowserContext,
  overrides: () => Overrides,
  builds: () => Promise<NamedBuild[]>,
): (name: string) => Promise<RanRemote | undefined> {
  /** By paths of entries in the store, or by origins. */
  const got = new Map<string, { came: string[]; last: string; failed: boolean }>();
  /** Of each origin, the version of the build that it last described to a page. */
  const described = new Map<string, Promise<string>>();

  function note(name: string, place: string, isThere: boolean): void {
    const { came } = got.get(name) ?? { came: [] };
    const others = came.filter((one) => one !== place);
    got.set(name, { came: isThere ? [...others, place] : came, last: place, failed: !isThere });
  }

  function onAnswer(address: string, answer?: Response): void {
    const { origin, pathname } = new URL(address);
    const isThere = answer?.ok() ?? false;
    const stored = storedEntry(address);
    const name = stored ?? Object.keys(overrides()).find((one) => overrides()[one] === origin);
    if (name === undefined) return;
    if (stored !== undefined) note(name, pathname, isThere);
    else if (pathname === '/remote.json') {
      // Its entry may not be asked for, since no page of it is opened: it would be this one's.
      described.set(origin, isThere && answer ? versionIn(answer) : Promise.resolve('unknown'));
      note(name, origin, isThere);
    } else if (/\/remoteEntry\.[^/]*$/.test(pathname)) note(name, origin, isThere);
  }

  context.on('response', (answer) => onAnswer(answer.url(), answer));
  context.on('requestfailed', (request) => onAnswer(request.url()));

  return async (name) => {
    const { came = [], last = '', failed = false } = got.get(name) ?? {};
    if (last === '') return undefined;
    const known = await builds();
    const versionOf = async (place: string) =>
      (await described.get(place)) ?? known.find((build) => build.name === name && build.entry === place)?.version ?? 'unknown';
    const place = failed ? last : (came.at(-1) ?? last);
    const before = await Promise.all(came.filter((one) => one !== place).map(versionOf));
    return { version: await versionOf(place), ...(place.startsWith('http') && { from: place }), before, failed };
  };
}

const versionIn = (answer: Response): Promise<string> =>
  answer.json().then(
    ({ version }: { version?: string }) => version ?? 'unknown',
    () => 'unknown',
  );
