import type { BrowserContext, Response } from '@playwright/test';
import type { Overrides } from './consent.ts';

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

const STORED_ENTRY = /\/remotes\/([a-z][a-z0-9-]*)\/([^/]+)\/remoteEntry\.[^/]*$/;

/** The name and version of a stored build that an address is the entry of. */
export function storedEntry(address: URL | string): { name: string; version: string } | undefined {
  const [, name, version] = STORED_ENTRY.exec(new URL(address).pathname) ?? [];
  return name !== undefined && version !== undefined ? { name, version } : undefined;
}

/**
 * Watches which builds the pages of a browser get, whatever they were asked to run.
 *
 * @param overrides those that origins serve are known by them
 * @returns what came of a remote so far; undefined where no page asked for it
 */
export function watchEntries(
  context: BrowserContext,
  overrides: () => Overrides,
): (name: string) => Promise<RanRemote | undefined> {
  const got = new Map<string, { came: string[]; last: string; failed: boolean }>();
  /** Of each origin, the version of the build that it last described to a page. */
  const described = new Map<string, Promise<string>>();

  function note(name: string, version: string, isThere: boolean): void {
    const { came } = got.get(name) ?? { came: [] };
    const others = came.filter((one) => one !== version);
    got.set(name, { came: isThere ? [...others, version] : came, last: version, failed: !isThere });
  }

  function onAnswer(address: string, answer?: Response): void {
    const { origin, pathname } = new URL(address);
    const isThere = answer?.ok() ?? false;
    const stored = storedEntry(address);
    const name = stored?.name ?? Object.keys(overrides()).find((one) => overrides()[one] === origin);
    if (name === undefined) return;
    if (stored) note(name, stored.version, isThere);
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
    const versionOf = async (one: string) => (await described.get(one)) ?? (one.startsWith('http') ? 'unknown' : one);
    const version = failed ? last : (came.at(-1) ?? last);
    const before = await Promise.all(came.filter((one) => one !== version).map(versionOf));
    return { version: await versionOf(version), ...(version.startsWith('http') && { from: version }), before, failed };
  };
}

const versionIn = (answer: Response): Promise<string> =>
  answer.json().then(
    ({ version }: { version?: string }) => version ?? 'unknown',
    () => 'unknown',
  );
